import { z } from 'zod'

/**
 * A username that people choose themselves. It starts with a letter, so that nobody takes the number of a
 * student or employee.
 */
export const ownUsername = z
  .string({ error: '请填写用户名' })
  .trim()
  .toLowerCase()
  .regex(/^[a-z][a-z0-9._-]{3,31}$/, '用户名为 4–32 位，以字母开头，可含字母、数字和 . _ -')
