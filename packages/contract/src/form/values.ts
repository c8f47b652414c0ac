import { z } from 'zod'
import { isShallow } from '../kernel/depth.ts'

/** Field values as JSON; form-kit validates them against the form. */
export const values = z
  .record(z.string(), z.unknown(), { error: '请提供填写的内容' })
  .refine((v) => Object.keys(v).length <= 2000, '填写的内容过多')
  .refine(isShallow, '填写的内容嵌套过深')
