// The header's JSON: written so that reading gives back exactly what was given, or an error, and
// checked for depth before it is parsed.

/** As JSON.stringify without spaces, but keeps −0 and refuses what would come back as something else. */
export function toJson(value: unknown, maxDepth: number): string {
  return write(value, maxDepth, [])
}

function write(value: unknown, maxDepth: number, path: string[]): string {
  const refuse = (why: string): never => {
    throw new TypeError(`the model file's header at ${path.join('.') || 'its top'}: ${why}`)
  }
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value)
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) refuse(`JSON cannot hold ${value}`)
    return Object.is(value, -0) ? '-0' : String(value)
  }
  if (typeof value !== 'object') return refuse(`JSON cannot hold a value of type ${typeof value}`)
  // Also the way out of a structure that contains itself.
  if (path.length >= maxDepth) refuse(`deeper than ${maxDepth} levels`)
  if (Array.isArray(value)) {
    const items = Array.from(value, (item, i) => write(item, maxDepth, [...path, String(i)]))
    return `[${items.join(',')}]`
  }
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) refuse('not a plain object')
  const items: string[] = []
  for (const [key, item] of Object.entries(value)) {
    if (item !== undefined) items.push(`${JSON.stringify(key)}:${write(item, maxDepth, [...path, key])}`)
  }
  return `{${items.join(',')}}`
}

/** Whether brackets in the JSON nest deeper than `limit`: parsed, it could overflow the stack of a reader. */
export function nestsDeeperThan(json: Uint8Array, limit: number): boolean {
  let depth = 0
  let inString = false
  for (let i = 0; i < json.length; i++) {
    const byte = json[i]
    if (inString) {
      if (byte === 0x5c) i++
      else if (byte === 0x22) inString = false
    } else if (byte === 0x22) inString = true
    else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > limit) return true
    } else if (byte === 0x5d || byte === 0x7d) depth--
  }
  return false
}
