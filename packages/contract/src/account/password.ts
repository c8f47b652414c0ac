import { z } from 'zod'

export const PASSWORD_RULE = '8–64 位，须同时包含字母和数字'

// Passwords that attackers try first. Shorter common ones already fail the length rule.
const COMMON = new Set([
  'password1',
  'password123',
  'passw0rd',
  'p@ssw0rd',
  'abc12345',
  'abcd1234',
  'a1234567',
  'a12345678',
  'aa123456',
  'aa123456789',
  'a123456789',
  '1234567a',
  '12345678a',
  '123456789a',
  '1q2w3e4r',
  '1q2w3e4r5t',
  '1qaz2wsx',
  'qwer1234',
  'qwerty123',
  'admin123',
  'admin1234',
  'admin888',
  'iloveyou1',
  'woaini1314',
  'woaini520',
  '5201314a',
  'a5201314',
])

/** A new password. Sign-in does not apply these rules to the password it receives. */
export const password = z
  .string({ error: '请填写密码' })
  .min(8, `密码${PASSWORD_RULE}`)
  .max(64, `密码${PASSWORD_RULE}`)
  .refine(
    // oxlint-disable-next-line no-control-regex
    (s) => /[A-Za-z]/.test(s) && /\d/.test(s) && !/[\u0000-\u001f\u007f]/.test(s),
    `密码${PASSWORD_RULE}`,
  )
  .refine((s) => !COMMON.has(s.toLowerCase()), '该密码过于常见，请换一个')

/** Strength for the meter beside the field: 0 not accepted, 1 weak … 3 strong. */
export function judgeStrength(text: string): 0 | 1 | 2 | 3 {
  if (!password.safeParse(text).success) return 0
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(text)).length
  const points = kinds + (text.length >= 12 ? 1 : 0) + (text.length >= 16 ? 1 : 0)
  return points >= 5 ? 3 : points >= 3 ? 2 : 1
}
