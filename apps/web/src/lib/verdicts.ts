import type { Verdict } from '@portal/contract/kernel/rows'
import { say } from './tell.ts'

/**
 * Shows the result of a batch in one message: how many rows succeeded, and each failure with its reason.
 * Returns whether all succeeded.
 */
export function sayVerdicts(
  verdicts: readonly Verdict[],
  word: string,
  nameOf: (id: number) => string,
): boolean {
  const failed = verdicts.filter((v) => !v.ok)
  const done = verdicts.length - failed.length
  if (failed.length === 0) say('success', `已${word} ${done} 条`)
  else
    say('warning', `已${word} ${done} 条，${failed.length} 条未能处理`, {
      lines: failed.map((v) => `${nameOf(v.id)}：${v.message}`),
      durationMs: 12_000,
    })
  return failed.length === 0
}

/**
 * A hash of the reason and options, for the idempotency key: the same click has the same key, another reason
 * gets another one.
 */
const marked = (words: string): string =>
  ([...words].reduce((sum, c) => (Math.imul(sum, 31) + (c.codePointAt(0) ?? 0)) | 0, 0) >>> 0).toString(36)

/** A row as shown on the screen; the server refuses to decide a row that has changed since. */
export interface Seen<S> {
  id: number
  state: S
  stateAt: string
}
export const pickSeen = <S>({ id, state, stateAt }: Seen<S>): Seen<S> => ({ id, state, stateAt })

interface Decision<V extends string, S extends string> {
  body: { verdict: V; reason: string | null; items: Seen<S>[] }
  idempotencyKey?: string | undefined
}
/** Further fields of this business's decision. */
type More = Record<string, unknown>
/**
 * `const decide = deciding(decideScraps, scrapNumber)` decides the rows as the user saw them, shows the
 * result of each, and returns whether all succeeded.
 */
export const deciding =
  <V extends string, S extends string>(
    { run }: { run: (args: Decision<V, S>) => Promise<readonly Verdict[]> },
    nameOf: (id: number) => string,
  ) =>
  async (
    rows: readonly Seen<S>[],
    verdict: V,
    word: string,
    reason: string | null,
    idempotencyKey?: string,
    more: More = {},
  ): Promise<boolean> => {
    const verdicts = await run({
      body: { ...more, verdict, reason, items: rows.map(pickSeen) },
      idempotencyKey: idempotencyKey && `${idempotencyKey}-${marked(`${reason}${JSON.stringify(more)}`)}`,
    })
    return sayVerdicts(verdicts, word, nameOf)
  }
