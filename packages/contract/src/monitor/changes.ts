import { z } from 'zod'

// What an operation changed, as people read it.

/** One field, before and after; null: nothing stood or stands there. */
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
