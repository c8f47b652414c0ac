import { z } from 'zod'

/** So deep a form may be nested (form-kit's limit), and so deep its values are. */
const DEEPEST = 100
/** Level by level: what comes in chooses the depth, so nothing here may call itself. */
function isShallow(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return false
    level = level.flatMap((v) => (typeof v === 'object' && v !== null ? Object.values(v) : []))
  }
  return true
}
/** Fields with values that are JSON; form-kit judges them against the form. */
export const values = z
  .record(z.string(), z.unknown(), { error: '请提供填写的内容' })
  .refine((v) => Object.keys(v).length <= 2000, '填写的内容过多')
  .refine(isShallow, '填写的内容嵌套过深')
