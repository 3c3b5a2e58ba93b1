// What of a command's output may differ from run to run, and how close numbers must be.

const TOLERANCE = 1e-6

const MASKS: readonly (readonly [RegExp, string])[] = [
  [
    / in \d+\.\d\d s \((?:[\d.]+ [µm]s a document, )?peak memory [\d.]+ [kMGT]?B\)/g,
    ' in <time> (peak memory <memory>)',
  ],
  [/^(wrote .* \()[\d.]+ [kMGT]?B/gm, '$1<size>'],
  [/, [\d.]+ [kMGT]?B of rows/g, ', <size> of rows'],
  [/^(\S+: [a-z-]+, )[\d.]+ [kMGT]?B$/gm, '$1<size>'],
  [/^( {2}(?:all|kept) +[\d,]+) +[\d.]+ [kMGT]?B/gm, '$1 <size>'],
  [/^( {2}(?:before|after) +[\d,]+ +[\d,]+) +[\d.]+ [kMGT]?B(?: +(?=\d))?/gm, '$1 <size> '],
  [/^( +(?:words +)?weights +model) +/gm, '$1 '],
  // The last columns of a comparison.
  [/ +train s +docs\/s +memory +model$/gm, '  <times and sizes>'],
  [/ +\d+\.\d +[\d,]+ +[\d.]+ [kMG]?B +[\d.]+ [kMG]?B$/gm, '  <times and sizes>'],
  [/"(seconds|peakMemoryBytes|modelBytes)":[\d.e+-]+/g, '"$1":<$1>'],
]

/** The same with times, memory and the sizes of models masked, and escape characters made visible. */
export function masked(text: string): string {
  const visible = text.replaceAll('\u001b', '␛')
  return MASKS.reduce((masking, [pattern, mask]) => masking.replace(pattern, mask), visible)
}

const FRACTION = /-?\d+\.\d+(?:e[+-]?\d+)?|-?\d+e[+-]?\d+/g

/** Whether two texts are equal but for numbers with a fraction, which may differ by a millionth. */
export function alike(expected: string, actual: string): boolean {
  if (expected === actual) return true
  const wanted = expected.match(FRACTION) ?? []
  const found = actual.match(FRACTION) ?? []
  if (wanted.length !== found.length) return false
  if (expected.replace(FRACTION, '#') !== actual.replace(FRACTION, '#')) return false
  return wanted.every((number, i) => close(Number(number), Number(found[i])))
}

function close(a: number, b: number): boolean {
  return Math.abs(a - b) <= TOLERANCE * Math.max(Math.abs(a), Math.abs(b))
}
