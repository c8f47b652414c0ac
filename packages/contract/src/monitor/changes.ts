import { z } from 'zod'

// The changes of an operation, in readable text.

/** One field before and after; null: the field is empty. */
export const changedField = z.object({
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export const changedObject = z.object({
  object: z.string(),
  link: z.string().nullable(),
  way: z.enum(['新增', '修改', '删除']),
  fields: z.array(changedField),
})
export type ChangedObject = z.output<typeof changedObject>
