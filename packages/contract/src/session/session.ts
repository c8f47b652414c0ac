import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import { at } from '../kernel/fields.ts'

/** The signed-in person (specification §3, current user). */
export const currentUser = z.object({
  uid: z.number(),
  username: z.string(),
  name: z.string(),
  avatar: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  dept: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** Dictionary campus_user_type; '1' by default. */
  userType: z.string(),
  tier: z.enum(['campus', 'school', 'company']),
  enabled: z.boolean(),
  createdTime: at,
  roles: z.array(z.string()),
  permissions: z.array(z.string()),
})
export type CurrentUser = z.output<typeof currentUser>

export const sessionRefusals = {
  /** The same for an unknown user and a wrong password. */
  WRONG_CREDENTIALS: '用户名或密码错误',
  THROTTLED: '登录失败次数过多，请稍后再试',
  TICKET_REFUSED: '统一身份认证未通过，请重新登录',
} as const

const optional = z.string().max(2000).nullish()

export const sessionCalls = {
  /** With username and password, or with a ticket of the campus single sign-on, or with the token of a session to go on with. */
  login: call({
    method: 'POST',
    path: '/backend/auth/v1/login',
    summary: '登录',
    access: 'public',
    body: z.object({ username: optional, password: optional, ticket: optional, token: optional, service: optional, rememberMe: z.boolean().nullish() }),
    reply: z.object({ token: z.string(), user: currentUser }),
  }),
  current: call({ method: 'GET', path: '/api/v2/user/current', summary: '当前用户', access: 'signed-in', reply: currentUser }),
  signOut: call({ method: 'POST', path: '/account/signOut', summary: '退出登录', access: 'signed-in', reply: done }),
}
