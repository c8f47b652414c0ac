import { randomBytes } from 'node:crypto'
import type { Parsed } from '@portal/contract/kernel/call'
import { sessionCalls, sessionRefusals } from '@portal/contract/session/session'
import { HashingBusy, verifyPassword } from '../../adapters/hashing/passwords.ts'
import type { SsoAnswer } from '../../adapters/sso/sso.ts'
import type { Asker } from '../../kernel/cache.ts'
import type { Actor, Ctx } from '../../kernel/ctx.ts'
import { isDemosOnly } from '../../kernel/demo-password.ts'
import { logFault } from '../../kernel/jobs.ts'
import { logOperation } from '../../kernel/kernel.store.ts'
import { fail, notFound, refuse, refuseField } from '../../kernel/refuse.ts'
import { addMinutes } from '../../kernel/time.ts'
import { writeAfter } from '../../kernel/write-after.ts'
import { accountOf, rightsOfRoles, signedIn, type Login } from '../people/people.service.ts'
import { hashOf } from './remember.rules.ts'
import * as remembering from './remember.action.ts'
import * as store from './session.store.ts'
import { currentUserOf } from './session.view.ts'
import * as throttle from './throttle.action.ts'

const { limits, addressKey } = throttle

export async function authenticate(asker: Asker, token: string, now: Date): Promise<Actor | null> {
  const found = await store.findActor(asker.db, hashOf(token), now)
  if (!found) return null
  const { roleIds, ...person } = found
  return { ...person, ...(await rightsOfRoles(asker, roleIds)) }
}

/** A sign-in that is done but for its transaction. */
interface Proven {
  person: Pick<Login, 'id' | 'username'>
  how: string
  ssoTicketHash?: Buffer
  /** What else the transaction does. `outer` carries the reply's cookies. */
  also?: (outer: Ctx, ctx: Ctx, last: Last) => Promise<void>
}
/** Takes a statement that nothing waits for before the commit (see `transaction`). */
type Last = (statement: Promise<unknown>) => void

export async function login(ctx: Ctx, { body }: Parsed<typeof sessionCalls.login>) {
  if (body.token) return goOn(ctx, body.token)
  const { person, how, ssoTicketHash, also } = body.ticket
    ? await proveByTicket(ctx, body.ticket)
    : await proveByName(ctx, body)
  const token = randomBytes(32).toString('base64url')
  const { found } = await writeAfter(
    ctx,
    sessionCalls.login,
    async (c, last) => {
      c.target = how
      await also?.(ctx, c, last)
      const values = {
        tokenHash: hashOf(token),
        userId: person.id,
        expiresAt: addMinutes(c.now, c.env.SESSION_HOURS * 60),
        ip: c.ip,
        userAgent: c.userAgent,
        ...(ssoTicketHash && { ssoTicketHash }),
      }
      last(store.add(c.db, values, c.now))
      last(signedIn(c, person.id))
      last(throttle.knowNetwork(c, person))
      const finding = store.findCurrent(c.db, person.id)
      last(finding)
      return { found: finding } // wrapped: nobody waits for it before the commit is on its way
    },
    person,
  )
  return { token, user: await describe(ctx, await found, ssoTicketHash ? false : undefined) }
}

function proveByName(ctx: Ctx, body: Parsed<typeof sessionCalls.login>['body']): Promise<Proven> {
  const username = body.username?.trim().toLowerCase()
  if (!username) throw refuseField('username', '用户名不能为空', 'BAD_REQUEST')
  if (body.remembered) return proveByMemory(ctx, username, body.rememberMe ?? false)
  if (!body.password) throw refuseField('password', '密码不能为空', 'BAD_REQUEST')
  return proveByPassword(ctx, username, body.password, body.rememberMe ?? false)
}

async function proveByPassword(
  ctx: Ctx,
  username: string,
  password: string,
  rememberMe: boolean,
): Promise<Proven> {
  const { person, countedFor } = await judgePassword(ctx, username, password)
  const also = async (outer: Ctx, c: Ctx, last: Last) => {
    last(throttle.forget(c, limits.account, countedFor))
    await (rememberMe ? remembering.remember(outer, c, person.id) : remembering.forget(outer, c))
  }
  return { person, how: '用户名密码', also }
}

/**
 * Whose password this is. Somebody unknown, a wrong password and a closed account are refused with the same words after the
 * same time; what was wrong is counted for the account and the address.
 */
export const provePassword = async (ctx: Ctx, username: string, password: string): Promise<Login> =>
  (await judgePassword(ctx, username, password)).person

async function judgePassword(
  ctx: Ctx,
  username: string,
  password: string,
): Promise<{ person: Login; countedFor: string }> {
  const { person, countedFor } = await throttle.admit(
    ctx,
    addressKey(ctx.ip),
    username,
    remembering.credentialOf(ctx),
  )
  const right = (await verify(password, person?.passwordHash ?? null)) && !isDemosOnly(password, ctx.env)
  if (person && right && person.enabled) return { person, countedFor }
  await throttle.count(ctx, limits.address, addressKey(ctx.ip))
  // A name that nobody has may be a password typed into the wrong field: it is not written down.
  await logOperation(ctx, `${sessionCalls.login.method} ${sessionCalls.login.path}`, '登录失败', {
    by: person,
    result: 'refused',
  })
  throw refuse('WRONG_CREDENTIALS', sessionRefusals.WRONG_CREDENTIALS, { status: 401 })
}

/** As `verifyPassword`; a crowd beyond what can be served is asked to come back. */
export async function verify(password: string, phc: string | null): Promise<boolean> {
  try {
    return await verifyPassword(password, phc)
  } catch (e) {
    throw e instanceof HashingBusy ? fail('TOO_MANY', sessionRefusals.BUSY) : e
  }
}

async function proveByMemory(ctx: Ctx, username: string, rememberMe: boolean): Promise<Proven> {
  await throttle.check(ctx, limits.address, addressKey(ctx.ip))
  try {
    const { userId, rotate } = await remembering.recall(ctx, username)
    return {
      person: { id: userId, username },
      how: '记住的登录',
      also: rememberMe ? rotate : remembering.forget,
    }
  } catch (e) {
    await throttle.count(ctx, limits.address, addressKey(ctx.ip))
    throw e
  }
}

const refusalOf: Record<Extract<SsoAnswer, { ok: false }>['why'], [keyof typeof sessionRefusals, number]> = {
  refused: ['TICKET_REFUSED', 401],
  misconfigured: ['SSO_MISCONFIGURED', 401],
  unreachable: ['SSO_UNREACHABLE', 503],
  unreadable: ['SSO_UNREADABLE', 502],
}

async function proveByTicket(ctx: Ctx, ticket: string): Promise<Proven> {
  const { sso } = ctx.deps.adapters
  if (!sso) throw refuse('SSO_OFF', sessionRefusals.SSO_OFF)
  const answer = await sso.validate(ticket)
  if (!answer.ok) {
    // A used ticket is everyday life; the rest is for an administrator to look at.
    if (answer.why !== 'refused')
      await logFault(ctx.deps, 'CAS', new Error(`${answer.why}: ${answer.detail}`))
    const [code, status] = refusalOf[answer.why]
    throw refuse(code, sessionRefusals[code], { status })
  }
  const person = await writeAfter(ctx, { ...sessionCalls.login, summary: '统一身份认证' }, (c) =>
    accountOf(c, answer),
  )
  if (!person.enabled) throw refuse('ACCOUNT_CLOSED', sessionRefusals.ACCOUNT_CLOSED, { status: 403 })
  return { person, how: '统一身份认证', ssoTicketHash: hashOf(ticket) }
}

/** The campus ends the session that began with this ticket. Ended or long gone: for the campus both are the same. */
export async function endByTicket(ctx: Ctx, ticket: string): Promise<void> {
  const [ended] = await store.removeTicket(ctx.db, hashOf(ticket))
  if (ended)
    await logOperation(ctx, 'POST /login', '统一身份认证退出', {
      by: { id: ended.userId, username: ended.username },
    })
}

/** A session that runs already, handed over in the address. */
async function goOn(ctx: Ctx, token: string) {
  const actor = await authenticate(ctx, token, ctx.now)
  if (!actor) throw refuse('SESSION_GONE', sessionRefusals.SESSION_GONE, { status: 401 })
  return { token, user: await currentOf(ctx, actor.id, actor.mustChangePassword) }
}

export const sso = (ctx: Ctx) => ({ url: ctx.deps.adapters.sso?.loginUrl ?? null })

export const current = (ctx: Ctx) => currentOf(ctx, ctx.me.id, ctx.me.mustChangePassword)

const currentOf = async (ctx: Ctx, userId: number, mustChangePassword?: boolean) =>
  describe(ctx, await store.findCurrent(ctx.db, userId), mustChangePassword)

async function describe(
  ctx: Ctx,
  row: store.CurrentRow | undefined,
  mustChangePassword = row?.mustChangePassword ?? false,
) {
  if (!row) throw fail('UNAUTHENTICATED')
  return currentUserOf(row, await rightsOfRoles(ctx, row.roleIds), mustChangePassword)
}

const ownHash = (ctx: Ctx): Buffer | null => (ctx.token ? hashOf(ctx.token) : null)

export async function signOut(ctx: Ctx) {
  const hash = ownHash(ctx)
  if (hash) await store.remove(ctx.db, hash)
  return null
}

export const list = (ctx: Ctx) => store.list(ctx.db, ctx.me.id, ctx.now, ownHash(ctx))

export async function revoke(ctx: Ctx, { params }: Parsed<typeof sessionCalls.revoke>) {
  if (!(await store.removeOwn(ctx.db, params.id, ctx.me.id))) throw notFound('登录')
  return null
}

/** Ends all of a person's sessions and remembered sign-ins, here and on every other server, but the one that asks. */
export const revokeOthersOf = (ctx: Ctx, userId: number): Promise<number> =>
  store.removeOf(ctx.db, userId, ownHash(ctx))
export const revokeAllOfMany = (ctx: Ctx, userIds: readonly number[]) => store.removeOfMany(ctx.db, userIds)
export const revokeAllOf = (ctx: Ctx, userId: number): Promise<number> => store.removeOf(ctx.db, userId, null)

/** The person has chosen a password of his own. */
export const passwordChanged = (ctx: Ctx, userId: number) => store.passwordChanged(ctx.db, userId)

export const revokeOthers = async (ctx: Ctx) => ({ revoked: await revokeOthersOf(ctx, ctx.me.id) })
