// Whether it is the database that is away, full, busy, or takes no writes right now.

const CODES =
  /^(SQLITE|ECONN|EPIPE|ENOSPC|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOST|ENET|08|53|57P|25006|55P03|40001|40P01)/
const MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|Query read timeout|timeout expired|not queryable/i

export function isDatabaseError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as Error & { code?: unknown }
  if (error.name === 'SqliteError' || (typeof code === 'string' && CODES.test(code))) return true
  // Several hosts were tried.
  if (error instanceof AggregateError) return error.errors.some(isDatabaseError)
  return MESSAGES.test(error.message)
}
