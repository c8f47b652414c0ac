// The database is unavailable for the moment: a connection broke, or PostgreSQL starts, stops or recovers. A
// retry a little later succeeds, so such a fault is no bug: it is answered with 503 instead of 500 and not
// written to the exception log.

const STATES = new Set([
  '57P01', // an administrator or a stopping PostgreSQL ended the session
  '57P02', // another session crashed, and PostgreSQL ended all of them
  '57P03', // PostgreSQL is starting, stopping or recovering
  '57P05', // idle for longer than `idle_session_timeout`
  '25P03', // idle in a transaction for longer than its timeout
  '53300', // no connection is left
  '08000',
  '08001',
  '08003',
  '08006',
  'UNAVAILABLE', // the refusal that `transaction` throws
])
/**
 * Connection errors by the names of the operating system. ENOENT counts only for a socket file (see below).
 */
const SYSTEM = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** Errors for which pg gives a message but no code. */
const WORDS = [
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Cannot use a pool after calling end',
]

interface Told {
  code?: unknown
  syscall?: unknown
  message?: unknown
}

/** True if the database is unavailable; false if something is wrong with the statement. */
export function isAway(e: unknown): boolean {
  if (typeof e !== 'object' || e === null) return false
  const { code, syscall, message } = e as Told
  if (typeof code === 'string')
    return STATES.has(code) || SYSTEM.has(code) || (code === 'ENOENT' && syscall === 'connect')
  return typeof message === 'string' && WORDS.some((words) => message.startsWith(words))
}
