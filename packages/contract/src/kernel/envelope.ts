import { z } from 'zod'

/** One reason why a request was refused. `field` is the form field it belongs to, where there is one. */
export const reason = z.object({
  code: z.string(),
  message: z.string(),
  field: z.string().optional(),
  /** A director or administrator may go ahead in spite of it. */
  overridable: z.boolean().optional(),
})
export type Reason = z.infer<typeof reason>

/** What every JSON call answers: `code` 0 or 'A00000' is success, anything else is told to the user. */
export interface Envelope<T> {
  code: number | string
  message: string
  data: T
  /** Quote this to the administrators. */
  requestId: string
  /** All reasons of a refusal, not only the first. */
  reasons?: Reason[]
}
export const envelope = <T extends z.ZodType>(data: T) =>
  z.object({ code: z.union([z.number(), z.string()]), message: z.string(), data, requestId: z.string() })

/** What a failed call answers. `data` may carry help (the nearest free slots, say). */
export const failure = z.object({
  code: z.string(),
  message: z.string(),
  data: z.unknown().optional(),
  requestId: z.string(),
  reasons: z.array(reason).optional(),
})
export type Failure = z.infer<typeof failure>
