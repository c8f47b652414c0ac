import { randomBytes } from 'node:crypto'
import type { Parsed } from '@portal/contract/kernel/call'
import { sessionCalls, sessionRefusals } from '@portal/contract/session/session'
import type { SsoAnswer } from '../../adapters/sso/sso.ts'
import { toAddressKey } from '../../kernel/address.rules.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { logFault } from '../../kernel/jobs.ts'
import { logOperation } from '../../kernel/kernel.store.ts'
import { fail, notFound, refuse, refuseField } from '../../kernel/refuse.ts'
import { addMinutes } from '../../kernel/time.ts'
import { turns } from '../../kernel/turns.ts'
import { writeAfter } from '../../kernel/write-after.ts'
import { noteSignIn, openCampusAccount, readRights, type Login } from '../people/people.service.ts'
import { authenticate } from './authenticate.action.ts'
import { judgePassword } from './password.action.ts'
import * as remembering from './remember.action.ts'
import { hashToken } from './remember.rules.ts'
import { hashOwnToken, revokeOtherSessions } from './revoke.action.ts'
import * as store from './session.store.ts'
import { readOwn } from './own.action.ts'
import { showCurrentUser } from './session.view.ts'
import * as throttle from './throttle.action.ts'
import { limits } from './throttle.rules.ts'

/** A verified sign-in whose transaction is still to run. */
interface Proof {
  person: Pick<Login, 'id' | 'username'>
  /** How the person proved their identity, for the operation log. */
  means: string
  ssoTicketHash?: Buffer
  /** Further work of the transaction. `outer` carries the reply's cookies. */
  finish?: (outer: Ctx, ctx: Ctx, last: Last) => Promise<void>
}
/** Registers a statement that is not awaited before the commit is sent (see `transaction`). */
type Last = (statement: Promise<unknown>) => void

export async function login(ctx: Ctx, { body }: Parsed<typeof sessionCalls.login>) {
  if (body.token) return continueSession(ctx, body.token)
  const { person, means, ssoTicketHash, finish } = body.ticket
    ? await proveByTicket(ctx, body.ticket)
    : await proveByName(ctx, body)
  const token = randomBytes(32).toString('base64url')
  const { found } = await writeAfter(
    ctx,
    sessionCalls.login,
    async (c, last) => {
      c.target = means
      await finish?.(ctx, c, last)
      const values = {
        tokenHash: hashToken(token),
        userId: person.id,
        expiresAt: addMinutes(c.now, c.env.SESSION_HOURS * 60),
        ip: c.ip,
        userAgent: c.userAgent,
        ...(ssoTicketHash && { ssoTicketHash }),
      }
      last(store.add(c, values))
      last(noteSignIn(c, person.id))
      last(throttle.rememberNetwork(c, person))
      const finding = store.findCurrent(c.db, person.id)
      last(finding)
      return { found: finding } // wrapped, so that it is not awaited before the commit is sent
    },
    person,
  )
  return { token, user: await describe(ctx, await found, ssoTicketHash ? false : undefined) }
}

function proveByName(ctx: Ctx, body: Parsed<typeof sessionCalls.login>['body']): Promise<Proof> {
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
): Promise<Proof> {
  const { person, countedFor } = await judgePassword(ctx, username, password)
  const finish = async (outer: Ctx, c: Ctx, last: Last) => {
    last(throttle.forgetAttempts(c, limits.account, countedFor))
    await (rememberMe ? remembering.remember(outer, c, person.id) : remembering.forget(outer, c))
  }
  return { person, means: '用户名密码', finish }
}

async function proveByMemory(ctx: Ctx, username: string, rememberMe: boolean): Promise<Proof> {
  await throttle.refuseBlocked(ctx, limits.address, toAddressKey(ctx.ip))
  try {
    const { userId, rotate } = await remembering.recall(ctx, username)
    return {
      person: { id: userId, username },
      means: '记住的登录',
      finish: rememberMe ? rotate : remembering.forget,
    }
  } catch (e) {
    await throttle.countFailure(ctx, limits.address, toAddressKey(ctx.ip))
    throw e
  }
}

const ssoRefusals: Record<Extract<SsoAnswer, { ok: false }>['why'], [keyof typeof sessionRefusals, number]> =
  {
    refused: ['TICKET_REFUSED', 401],
    misconfigured: ['SSO_MISCONFIGURED', 401],
    unreachable: ['SSO_UNREACHABLE', 503],
    unreadable: ['SSO_UNREADABLE', 502],
  }

/** Invented tickets must not flood the server of the campus: this process asks it about so many at a time. */
const ASKED_AT_ONCE = 20
/** With a longer queue a person would wait too long while the campus does not answer. */
const MAX_WAITING = 100
const askingCampus = turns(ASKED_AT_ONCE, {
  most: MAX_WAITING,
  refuse: () => fail('TOO_MANY', sessionRefusals.BUSY),
})

async function proveByTicket(ctx: Ctx, ticket: string): Promise<Proof> {
  const { sso } = ctx.deps.adapters
  if (!sso) throw refuse('SSO_OFF', sessionRefusals.SSO_OFF)
  const address = toAddressKey(ctx.ip)
  const answer = await askingCampus(async () => {
    // Only now, because the tickets before it in the queue may have been refused meanwhile.
    await throttle.refuseBlocked(ctx, limits.tickets, address)
    return sso.validate(ticket)
  })
  if (!answer.ok) {
    // A used ticket is normal, but not dozens of them; an administrator must see the other causes.
    if (answer.why === 'refused') await throttle.countFailure(ctx, limits.tickets, address)
    else await logFault(ctx.deps, 'CAS', new Error(`${answer.why}: ${answer.detail}`))
    const [code, status] = ssoRefusals[answer.why]
    throw refuse(code, sessionRefusals[code], { status })
  }
  const person = await writeAfter(ctx, { ...sessionCalls.login, summary: '统一身份认证' }, (c) =>
    openCampusAccount(c, answer),
  )
  if (!person.enabled) throw refuse('ACCOUNT_CLOSED', sessionRefusals.ACCOUNT_CLOSED, { status: 403 })
  return { person, means: '统一身份认证', ssoTicketHash: hashToken(ticket) }
}

/** The campus ends the session that began with this ticket. A session that has ended already is no error. */
export async function endByTicket(ctx: Ctx, ticket: string): Promise<void> {
  const [ended] = await store.removeByTicket(ctx, hashToken(ticket))
  if (ended)
    await logOperation(ctx, 'POST /login', '统一身份认证退出', {
      by: { id: ended.userId, username: ended.username },
    })
}

/** Continues a running session whose token came in the address. */
async function continueSession(ctx: Ctx, token: string) {
  const actor = await authenticate(ctx, token, ctx.now)
  if (!actor) throw refuse('SESSION_GONE', sessionRefusals.SESSION_GONE, { status: 401 })
  return { token, user: await showPerson(ctx, actor.id, actor.mustChangePassword) }
}

export const readLoginUrl = (ctx: Ctx) => ({ url: ctx.deps.adapters.sso?.loginUrl ?? null })

export const showCurrent = async (ctx: Ctx) =>
  describe(ctx, await readOwn(ctx, ctx.me.id), ctx.me.mustChangePassword)

const showPerson = async (ctx: Ctx, userId: number, mustChangePassword?: boolean) =>
  describe(ctx, await store.findCurrent(ctx.db, userId), mustChangePassword)

async function describe(
  ctx: Ctx,
  row: store.CurrentRow | undefined,
  mustChangePassword = row?.mustChangePassword ?? false,
) {
  if (!row) throw fail('UNAUTHENTICATED')
  return showCurrentUser(row, await readRights(ctx, row.roleIds), mustChangePassword)
}

export async function signOut(ctx: Ctx) {
  const hash = hashOwnToken(ctx)
  if (hash) await store.remove(ctx, hash)
  return null
}

export const list = (ctx: Ctx) => store.list(ctx.db, ctx.me.id, ctx.now, hashOwnToken(ctx))

export async function revoke(ctx: Ctx, { params }: Parsed<typeof sessionCalls.revoke>) {
  if (!(await store.removeOwn(ctx, params.id))) throw notFound('登录')
  return null
}

export const revokeOthers = async (ctx: Ctx) => ({ revoked: await revokeOtherSessions(ctx, ctx.me.id) })
