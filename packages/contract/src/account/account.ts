import { z } from 'zod'
import { changedObject } from '../monitor/changes.ts'
import { call, done } from '../kernel/call.ts'
import { at, email, id, line, optionalEmail, optionalPhone, phone } from '../kernel/fields.ts'
import { personRow, tier } from '../people/people.ts'
import { ownUsername } from './own-username.ts'
import { password } from './password.ts'

/** The purposes of a code sent by mail. */
export const codePurposes = { register: '注册', reset: '找回密码', change: '更换邮箱' } as const
export type CodePurpose = keyof typeof codePurposes
export const CODE_MINUTES = 10

export const accountRefusals = {
  CODE_WRONG: '验证码错误或已失效，请核对后重试或重新获取',
  CODE_TOO_SOON: '验证码发送过于频繁，请稍后再试',
  PASSWORD_WRONG: '原密码错误',
  OWN_PASSWORD_WRONG: '登录密码错误，请重新输入',
  NO_PASSWORD: '您的账号通过统一身份认证登录，尚无平台密码；可在“忘记密码”中设置',
  SAME_PASSWORD: '新密码不能与原密码相同',
  HOLDS_USERNAME: '密码不能包含用户名',
} as const

const code = z
  .string({ error: '请填写验证码' })
  .trim()
  .regex(/^\d{6}$/, '验证码为 6 位数字')
const optionalCode = z.union([z.literal('').transform(() => null), code]).nullish()

const holdsUsername = (b: { username: string; password: string }) =>
  !b.password.toLowerCase().includes(b.username)

export const profile = personRow.omit({ can: true }).extend({
  avatar: z.string().nullable(),
  /** Has the person a portal password besides the campus single sign-on? */
  hasPassword: z.boolean(),
})
export type Profile = z.output<typeof profile>

export const logRow = z.object({
  id: z.number(),
  at,
  summary: z.string(),
  object: z.string().nullable(),
  link: z.string().nullable(),
  ip: z.string().nullable(),
  changes: z.array(changedObject),
})
export type LogRow = z.output<typeof logRow>

export const accountCalls = {
  /** All fields of the caller's own record. */
  profile: call({
    method: 'GET',
    path: '/api/v2/user',
    summary: '我的资料',
    access: 'signed-in',
    reply: profile,
  }),

  register: call({
    method: 'POST',
    path: '/backend/api/user/sign',
    summary: '校外用户注册',
    access: 'public',
    writes: false,
    body: z
      .object({
        username: ownUsername,
        password,
        name: line('姓名', 50),
        organization: line('单位名称', 100),
        tier: tier.exclude(['campus'], { error: '请选择单位类型' }),
        email,
        code,
        phone,
      })
      .refine(holdsUsername, { message: accountRefusals.HOLDS_USERNAME, path: ['password'] }),
    reply: z.object({ username: z.string() }),
  }),
  /**
   * Answers the same whether or not an account has the address, so that the reply reveals no accounts.
   * `change` needs a session. The code is valid in the browser that asked for it, which gets a cookie.
   * `resendSeconds`: until the next code for the address may be asked for; each one doubles it.
   * `outbox`: mail is not sent but stored for administrators to read.
   */
  sendCode: call({
    method: 'POST',
    path: '/backend/api/code/resetEmail',
    summary: '发送邮箱验证码',
    access: 'public',
    writes: false,
    countedApart: true,
    body: z.object({
      email,
      purpose: z.enum(Object.keys(codePurposes) as [CodePurpose, ...CodePurpose[]]).default('reset'),
    }),
    reply: z.object({ resendSeconds: z.number().int(), outbox: z.boolean() }),
  }),
  resetPassword: call({
    method: 'POST',
    path: '/api/v2/session/resetPassword',
    summary: '找回密码',
    access: 'public',
    writes: false,
    countedApart: true,
    body: z.object({ email, code, password }),
    reply: z.object({ username: z.string() }),
  }),

  /** Ends all other sessions of the person. */
  changePassword: call({
    method: 'POST',
    path: '/backend/api/v1/users/updatePass',
    summary: '修改密码',
    access: 'signed-in',
    beforePasswordChange: true,
    writes: false,
    body: z.object({
      oldPassword: z.string({ error: '请填写原密码' }).min(1, '请填写原密码').max(200, '原密码错误'),
      newPassword: password,
    }),
    reply: done,
  }),
  /**
   * The university supplies name and dept of its own people, so they cannot change these; people from outside
   * may correct theirs. A new mail address needs the code sent to it.
   *
   * Another or no mail address also needs `password`, the caller's current one, or `oldCode`, sent to the
   * address before, from a person who has no password.
   */
  changeProfile: call({
    method: 'POST',
    path: '/backend/api/v1/users/updateUserInfo',
    summary: '修改个人资料',
    access: 'signed-in',
    writes: false,
    /** A field left out keeps its value; an empty one is cleared. */
    body: z.object({
      email: optionalEmail.optional(),
      code: optionalCode,
      password: z.string().max(200, accountRefusals.OWN_PASSWORD_WRONG).nullish(),
      oldCode: optionalCode,
      phone: optionalPhone.optional(),
      name: line('姓名', 50).optional(),
      organization: line('单位名称', 100).optional(),
    }),
    reply: done,
  }),
  setAvatar: call({
    method: 'POST',
    path: '/api/v2/user/avatar',
    summary: '更换头像',
    access: 'signed-in',
    upload: { field: 'file', maxFiles: 1, maxBytes: 5_242_880, accept: ['image'] },
    reply: z.object({ avatar: z.string() }),
  }),

  /**
   * Newest first. `before`: the last id of the previous page; `next`: the value of `before` for the next
   * page, null at the end.
   */
  logs: call({
    method: 'GET',
    path: '/account/logs',
    summary: '我的登录与操作日志',
    access: 'signed-in',
    query: z.object({
      before: id.optional(),
      size: z.coerce.number<number | string>().int().min(1).max(100).default(20),
    }),
    reply: z.object({ items: z.array(logRow), next: z.number().nullable() }),
  }),
}
