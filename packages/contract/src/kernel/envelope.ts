import { z } from 'zod'

/** One reason why a request was refused. `field` is the form field it concerns, if there is one. */
export const reason = z.object({
  code: z.string(),
  message: z.string(),
  field: z.string().optional(),
  /** A director or administrator may set this reason aside. */
  overridable: z.boolean().optional(),
})
export type Reason = z.infer<typeof reason>

/**
 * The body of every JSON reply. `code` 0 or 'A00000' means success; with any other code the browser shows
 * `message`.
 */
export interface Envelope<T> {
  code: number | string
  message: string
  data: T
  /** Identifies the request in the server's log, for reports to the administrators. */
  requestId: string
  /** All reasons of a refusal, not only the first. */
  reasons?: Reason[]
}
export const envelope = <T extends z.ZodType>(data: T) =>
  z.object({ code: z.union([z.number(), z.string()]), message: z.string(), data, requestId: z.string() })

/** The body of a failed call. `data` may carry help, for example the nearest free slots. */
export const failure = z.object({
  code: z.string(),
  message: z.string(),
  data: z.unknown().optional(),
  requestId: z.string(),
  reasons: z.array(reason).optional(),
})
export type Failure = z.infer<typeof failure>
