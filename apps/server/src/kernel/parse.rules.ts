import { z } from 'zod'

/**
 * `schema.safeParse` for JSON that anybody may have written. zod asks whatever has a `length` how long it is,
 * also an object in place of a text, and throws if that length is itself an object that cannot be compared.
 * Such a value fits no schema of ours.
 */
export function parseAnything<S extends z.ZodType>(
  schema: S,
  value: unknown,
): z.ZodSafeParseResult<z.output<S>> {
  try {
    return schema.safeParse(value)
  } catch (e) {
    if (!(e instanceof TypeError && e.message.startsWith('Cannot convert object to primitive'))) throw e
    return z.custom<z.output<S>>(() => false, '格式不正确').safeParse(value)
  }
}
