// The database is away for the moment: a connection broke, or PostgreSQL starts, stops or recovers. Whoever
// asks again a little later is answered, so such a fault is nobody's mistake: no 500, and no entry among the
// program's own.

const STATES = new Set([
  '57P01', // an administrator or a stopping PostgreSQL ended the session
  '57P02', // another session crashed, and with it all
  '57P03', // PostgreSQL is starting, stopping or recovering
  '57P05', // idle for longer than somebody allows
  '25P03', // the same within a transaction
  '53300', // no connection is left
  '08000',
  '08001',
  '08003',
  '08006',
  'UNAVAILABLE', // said so already (see transaction)
])
/**
 * Faults of the connection itself, as the operating system names them. ENOENT is so only of a socket file
 * (see below).
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
/** What pg says in words only. */
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

/** Is the database away, rather than anything wrong with what was asked of it? */
export function isAway(e: unknown): boolean {
  if (typeof e !== 'object' || e === null) return false
  const { code, syscall, message } = e as Told
  if (typeof code === 'string')
    return STATES.has(code) || SYSTEM.has(code) || (code === 'ENOENT' && syscall === 'connect')
  return typeof message === 'string' && WORDS.some((words) => message.startsWith(words))
}
