import { z } from 'zod'
import { at, instant } from './fields.ts'

// Pieces that rows of many domains share.

/** Another row, by name: a person, a device, a dept. */
export const ref = z.object({ id: z.number(), name: z.string() })
export type Ref = z.output<typeof ref>
/** The other row of two columns of a join, where there is one. */
export const makeRef = (rowId: number | null, name: string | null): Ref | null =>
  rowId === null ? null : { id: rowId, name: name ?? '' }

/** One step of a flow that was taken. `who` is 系统 when nobody clicked. */
export const historyEntry = z.object({
  event: z.string(),
  title: z.string(),
  who: z.string(),
  reason: z.string().nullable(),
  at,
})
export type HistoryEntry = z.output<typeof historyEntry>

/** One place on the strip that shows where something stands. */
export const progressStep = z.object({
  key: z.string(),
  title: z.string(),
  status: z.enum(['done', 'current', 'next', 'stopped']),
  /** Who did it, or whose turn it is. */
  who: z.string().nullable(),
  /** When it was done, or since when it waits. */
  at: at.nullable(),
})
export type ProgressStep = z.output<typeof progressStep>

/** A private file that hangs on a row. `url` is fetched with the session's token. */
export const attachment = z.object({
  id: z.string(),
  name: z.string(),
  mime: z.string(),
  bytes: z.number(),
  createdAt: at,
  url: z.string(),
})
export type Attachment = z.output<typeof attachment>

/** What became of each row of a batch: the others are not held back by one that was refused. */
export const verdict = z.object({
  id: z.number(),
  ok: z.boolean(),
  state: z.string().nullable(),
  message: z.string(),
})
export type Verdict = z.output<typeof verdict>
const key = z
  .number({ error: '编号不正确' })
  .int('编号不正确')
  .positive('编号不正确')
  .max(Number.MAX_SAFE_INTEGER, '编号不正确')
const MAX_BATCH = 100
const some = <T extends z.ZodType>(item: T, most = MAX_BATCH) =>
  z
    .array(item, { error: '请选择要处理的内容' })
    .min(1, '请选择要处理的内容')
    .max(most, `一次最多处理 ${most} 条`)
/** The rows of a batch: some, not too many. */
export const idsUpTo = (most: number) =>
  some(key, most).refine((ids) => new Set(ids).size === ids.length, '同一条内容只能选择一次')
export const batchIds = idsUpTo(MAX_BATCH)
/** The same with the entry of the inbox that the person saw. */
export const batchTasks = some(z.object({ id: key, task: key })).refine(
  (items) => new Set(items.map((i) => i.id)).size === items.length,
  '同一条内容只能选择一次',
)
/**
 * The same with the state the person saw: nobody agrees to a step he has not seen. What was changed and waits
 * in the same state again is told by its `stateAt`, or by the entry of the inbox that it was seen at.
 */
export const batchItems = <S extends string>(states: readonly [S, ...S[]]) =>
  some(
    z.object({
      id: key,
      state: z.enum(states, { error: '请刷新后重试' }),
      stateAt: instant.nullish(),
      task: key.nullish(),
    }),
  ).refine((items) => new Set(items.map((i) => i.id)).size === items.length, '同一条内容只能选择一次')
