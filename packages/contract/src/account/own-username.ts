import { z } from 'zod'

/** Own choice of name: starts with a letter, so that nobody takes a student's or employee's number. */
export const ownUsername = z
  .string({ error: '请填写用户名' })
  .trim()
  .toLowerCase()
  .regex(/^[a-z][a-z0-9._-]{3,31}$/, '用户名为 4–32 位，以字母开头，可含字母、数字和 . _ -')
