import { cutText, dropZeros } from '@portal/contract/kernel/text'
import { createHash } from 'node:crypto'

/**
 * An unexpected error as the exception log keeps it. The fingerprint groups the occurrences of one fault,
 * also across versions: it is made of the call, the error's name and the first four functions of the stack,
 * without line numbers, which change with every edit above them.
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
    message: cutText(dropZeros(error.message), 2000),
    stack: cutText(dropZeros(stack), 10_000),
    call,
  }
}

const SECRET = /password|secret|token|ticket|credential|cookie|^(code|key)$/i
/** Hides values that grant access, such as passwords and tokens: they must not be in a log. */
export const hideSecrets = (given: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(given ?? {}).map(([name, value]) => [name, SECRET.test(name) ? '（已隐去）' : value]),
  )
