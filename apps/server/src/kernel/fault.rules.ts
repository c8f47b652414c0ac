import { createHash } from 'node:crypto'

/**
 * An unexpected error as the exception log keeps it. One fault is one group however often it happens, and in
 * the next version too: it goes by the functions it came through, not by the lines they stand on, which move
 * with everything above them.
 */
export function describeFault(
  call: string,
  error: Error,
): { fingerprint: string; message: string; stack: string; call: string } {
  const stack = error.stack ?? String(error)
  const through = stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 4)
    .map((line) => line.trim().replace(/:\d+:\d+(?=\)?$)/, ''))
  return {
    fingerprint: createHash('sha256')
      .update([call, error.name, ...through].join('\n'))
      .digest('hex')
      .slice(0, 32),
    message: error.message.slice(0, 2000),
    stack: stack.slice(0, 10_000),
    call,
  }
}

const SECRET = /password|secret|token|ticket|credential|cookie|^(code|key)$/i
/** What opens something for whoever has it stands in no log. */
export const hideSecrets = (given: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(given ?? {}).map(([name, value]) => [name, SECRET.test(name) ? '（已隐去）' : value]),
  )
