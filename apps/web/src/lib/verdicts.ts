import { MAX_BATCH, type Verdict } from '@portal/contract/kernel/rows'
import { createStore } from './store.ts'
import { say } from './tell.ts'

/** Most refused rows that one message names; a batch may be as large as a page. */
const NAMED = 20

/**
 * Shows the result of a batch in one message: how many rows succeeded, and each failure with its reason.
 * `unanswered`: rows of which the server has said nothing. Returns whether all succeeded.
 */
export function sayVerdicts(
  verdicts: readonly Verdict[],
  word: string,
  nameOf: (id: number) => string,
  unanswered = 0,
): boolean {
  const failed = verdicts.filter((v) => !v.ok)
  const done = verdicts.length - failed.length
  const whole = failed.length === 0 && unanswered === 0
  if (whole) say('success', `已${word} ${done} 条`)
  else
    say(
      'warning',
      [
        `已${word} ${done} 条`,
        failed.length > 0 && `${failed.length} 条未能处理`,
        unanswered > 0 && `${unanswered} 条没有得到答复`,
      ]
        .filter(Boolean)
        .join('，'),
      {
        lines: [
          ...failed.slice(0, NAMED).map((v) => `${nameOf(v.id)}：${v.message}`),
          ...(failed.length > NAMED ? [`另有 ${failed.length - NAMED} 条`] : []),
        ],
        durationMs: 12_000,
      },
    )
  return whole
}

/** How far a batch that takes several parts has come; null: none is under way. */
export const partsUnderway = createStore<{ done: number; total: number } | null>(null)

/**
 * The idempotency key of a part. All parts need their own, because the server answers a repeated key with the
 * first answer; a batch of one part keeps the key as it is.
 */
export const makePartKey = <Key extends string | undefined>(key: Key, nth: number): Key | string =>
  nth === 0 ? key : key && `${key}-${nth}`

/** The rows in parts of as many as the server accepts at once. */
export const listParts = <Row>(rows: readonly Row[], most = MAX_BATCH): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / most) }, (_, nth) => rows.slice(nth * most, (nth + 1) * most))

/**
 * Sends a batch one part after the other, each with as many rows as the server accepts (`most`), and returns
 * the answers. After a failure no further part is sent, because it would meet the same one: `tell` gets the
 * answers of the parts before it and the number of rows without one. These rows stay chosen, because the
 * failure is thrown.
 */
export async function sendInParts<Row, Answer>(
  rows: readonly Row[],
  send: (part: readonly Row[], nth: number) => Promise<Answer>,
  tell: (answers: readonly Answer[], unanswered: number) => unknown,
  most = MAX_BATCH,
): Promise<Answer[]> {
  const answers: Answer[] = []
  const total = rows.length
  let done = 0
  try {
    for (const part of listParts(rows, most)) {
      if (total > most) partsUnderway.set({ done, total })
      answers.push(await send(part, answers.length))
      done += part.length
    }
  } catch (error) {
    if (answers.length > 0) tell(answers, total - done)
    throw error
  } finally {
    partsUnderway.set(null)
  }
  return answers
}

/**
 * Sends a batch in parts and shows the verdicts of all of them in one message. Returns whether all rows
 * succeeded.
 */
export async function sayInParts<Row>(
  rows: readonly Row[],
  send: (part: readonly Row[], nth: number) => Promise<readonly Verdict[]>,
  word: string,
  nameOf: (id: number) => string,
  most = MAX_BATCH,
): Promise<boolean> {
  const tell = (answers: readonly (readonly Verdict[])[], unanswered = 0) =>
    sayVerdicts(answers.flat(), word, nameOf, unanswered)
  return tell(await sendInParts(rows, send, tell, most))
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
  (
    rows: readonly Seen<S>[],
    verdict: V,
    word: string,
    reason: string | null,
    idempotencyKey?: string,
    more: More = {},
  ): Promise<boolean> => {
    const key = idempotencyKey && `${idempotencyKey}-${marked(`${reason}${JSON.stringify(more)}`)}`
    return sayInParts(
      rows,
      (part, nth) =>
        run({
          body: { ...more, verdict, reason, items: part.map(pickSeen) },
          idempotencyKey: makePartKey(key, nth),
        }),
      word,
      nameOf,
    )
  }
