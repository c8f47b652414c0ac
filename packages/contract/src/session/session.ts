import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import { at, idParams } from '../kernel/fields.ts'
import { ref } from '../kernel/rows.ts'

/** The signed-in person. */
export const currentUser = z.object({
  uid: z.number(),
  username: z.string(),
  name: z.string(),
  avatar: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  dept: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** A value of the dictionary campus_user_type; '1' by default. */
  userType: z.string(),
  /** The person's price group. It does not say whether the person belongs to the university (`onCampus`). */
  tier: z.enum(['campus', 'school', 'company']),
  onCampus: z.boolean(),
  supervisor: ref.nullable(),
  enabled: z.boolean(),
  /** An administrator set the password; the person must change it before any other call is allowed. */
  mustChangePassword: z.boolean(),
  createdTime: at,
  roles: z.array(z.string()),
  permissions: z.array(z.string()),
  /**
   * The back-office entries to which the person's roles are limited; null: all entries that their permissions
   * open.
   */
  menus: z.array(z.string()).nullable(),
})
export type CurrentUser = z.output<typeof currentUser>

export const sessionRefusals = {
  /**
   * The same text for an unknown user, a wrong password and a closed account, so that it reveals no accounts.
   */
  WRONG_CREDENTIALS: '用户名或密码错误',
  THROTTLED: '登录失败次数过多，请稍后再试',
  /** The remembered sign-in has expired, or another person has used it. */
  REMEMBERED_GONE: '记住的登录已失效，请重新输入密码',
  SESSION_GONE: '登录状态已失效，请重新登录',
  BUSY: '同时登录的人较多，请稍后再试',
  TICKET_REFUSED: '统一身份认证凭证无效、已过期或已被使用，请重新认证',
  SSO_MISCONFIGURED: '本平台地址未在统一身份认证登记，请联系管理员',
  SSO_UNREACHABLE: '暂时无法连接统一身份认证，请稍后重试，或使用用户名密码登录',
  SSO_UNREADABLE: '统一身份认证返回的内容无法识别，请联系管理员',
  SSO_OFF: '本平台未启用统一身份认证',
  ACCOUNT_CLOSED: '您的账号已停用，请联系管理员',
} as const

/** Days for which a remembered sign-in is valid after its last use. */
export const REMEMBER_DAYS = 30

const optional = z.string().max(2000, '内容过长').nullish()

export const sessionKindWords = { session: '登录', remember: '记住的登录' } as const
export const sessionRow = z.object({
  id: z.number(),
  kind: z.enum(['session', 'remember']),
  createdAt: at,
  expiresAt: at,
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  /** The session of this request. */
  current: z.boolean(),
})
export type SessionRow = z.output<typeof sessionRow>

export const sessionCalls = {
  /**
   * Signs in with one of: username and password; username and `remembered`, if the browser has the credential
   * of an earlier sign-in with `rememberMe` in a cookie that no script can read; a ticket of the campus
   * single sign-on; the token of a session to continue.
   */
  login: call({
    method: 'POST',
    path: '/backend/auth/v1/login',
    summary: '登录',
    access: 'public',
    // Hashing and single sign-on are slow, so the transaction begins after them.
    writes: false,
    countedApart: true,
    body: z.object({
      username: optional,
      password: optional,
      ticket: optional,
      token: optional,
      rememberMe: z.boolean().nullish(),
      remembered: z.boolean().nullish(),
    }),
    reply: z.object({ token: z.string(), user: currentUser }),
  }),
  current: call({
    method: 'GET',
    path: '/api/v2/user/current',
    summary: '当前用户',
    access: 'signed-in',
    beforePasswordChange: true,
    reply: currentUser,
  }),
  signOut: call({
    method: 'POST',
    path: '/account/signOut',
    summary: '退出登录',
    access: 'signed-in',
    beforePasswordChange: true,
    reply: done,
  }),

  /**
   * Address at which the campus single sign-on begins; null if there is none. It returns to /login with a
   * ticket.
   */
  sso: call({
    method: 'GET',
    path: '/api/v2/session/sso',
    summary: '统一身份认证地址',
    access: 'public',
    reply: z.object({ url: z.string().nullable() }),
  }),

  list: call({
    method: 'GET',
    path: '/api/v2/session/list',
    summary: '我的登录设备',
    access: 'signed-in',
    reply: z.array(sessionRow),
  }),
  revoke: call({
    method: 'DELETE',
    path: '/api/v2/session/{id}',
    summary: '注销一处登录',
    access: 'signed-in',
    params: idParams,
    reply: done,
  }),
  /** Ends all other sessions of the caller and all remembered sign-ins; only the current session stays. */
  revokeOthers: call({
    method: 'POST',
    path: '/api/v2/session/revokeOthers',
    summary: '注销其他全部登录',
    access: 'signed-in',
    reply: z.object({ revoked: z.number().int() }),
  }),
}
