import { z } from 'zod'
import { at, instant } from './fields.ts'

// Row parts that many domains share.

/** Another row (a person, device or dept) by id and name. */
export const ref = z.object({ id: z.number(), name: z.string() })
export type Ref = z.output<typeof ref>
/** Builds the reference from two columns of a left join; null if the join found no row. */
export const makeRef = (rowId: number | null, name: string | null): Ref | null =>
  rowId === null ? null : { id: rowId, name: name ?? '' }

/** One completed step of a flow. `who` is 系统 for steps that the system took. */
export const historyEntry = z.object({
  event: z.string(),
  title: z.string(),
  who: z.string(),
  reason: z.string().nullable(),
  at,
})
export type HistoryEntry = z.output<typeof historyEntry>

/** One step of the progress strip of a process. */
export const progressStep = z.object({
  key: z.string(),
  title: z.string(),
  status: z.enum(['done', 'current', 'next', 'stopped']),
  /** The person who took the step, or whose turn it is. */
  who: z.string().nullable(),
  /** When the step was taken, or since when it has been waiting. */
  at: at.nullable(),
})
export type ProgressStep = z.output<typeof progressStep>

/** A private file attached to a row. The browser fetches `url` with the session's token. */
export const attachment = z.object({
  id: z.string(),
  name: z.string(),
  mime: z.string(),
  bytes: z.number(),
  createdAt: at,
  url: z.string(),
})
export type Attachment = z.output<typeof attachment>

/** The result for one row of a batch. A refused row does not stop the others. */
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
/** Most rows of a batch; browsers send a longer one in parts. */
export const MAX_BATCH = 100
const some = <T extends z.ZodType>(item: T, most = MAX_BATCH) =>
  z
    .array(item, { error: '请选择要处理的内容' })
    .min(1, '请选择要处理的内容')
    .max(most, `一次最多处理 ${most} 条`)
/** The ids of a batch: at least one, at most `most`, without duplicates. */
export const idsUpTo = (most: number) =>
  some(key, most).refine((ids) => new Set(ids).size === ids.length, '同一条内容只能选择一次')
export const batchIds = idsUpTo(MAX_BATCH)
/** A batch of rows, each with the inbox task that the person saw. */
export const batchTasks = some(z.object({ id: key, task: key })).refine(
  (items) => new Set(items.map((i) => i.id)).size === items.length,
  '同一条内容只能选择一次',
)
/**
 * A batch of rows, each with the state that the person saw, because nobody may approve a step they have not
 * seen. `stateAt` or `task` detects a row that was changed and waits in the same state again.
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
