import { z } from 'zod'

/** Deepest nesting of a form (form-kit's limit) and therefore of its values. */
const DEEPEST = 100
/**
 * Checks level by level without recursion, because the input chooses the depth and could overflow the stack.
 */
function isShallow(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return false
    level = level.flatMap((v) => (typeof v === 'object' && v !== null ? Object.values(v) : []))
  }
  return true
}
/** Field values as JSON; form-kit validates them against the form. */
export const values = z
  .record(z.string(), z.unknown(), { error: '请提供填写的内容' })
  .refine((v) => Object.keys(v).length <= 2000, '填写的内容过多')
  .refine(isShallow, '填写的内容嵌套过深')
