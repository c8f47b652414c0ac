import type { Parsed } from '@portal/contract/kernel/call'
import { sessionRefusals, type sessionCalls } from '@portal/contract/session/session'
import { createHash, randomBytes } from 'node:crypto'
import type { Actor, Ctx } from '../../kernel/ctx.ts'
import type { Db } from '../../kernel/db.ts'
import { fail, refuse } from '../../kernel/refuse.ts'
import { addMinutes } from '../../kernel/time.ts'
import { hashPassword, verifyPassword } from './password.rules.ts'
import * as store from './session.store.ts'
import { currentUserOf } from './session.view.ts'

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

export const authenticate = (db: Db, token: string, now: Date): Promise<Actor | null> => store.findActor(db, hashOf(token), now)

// Somebody unknown takes as long to refuse as somebody known.
const nobodysHash = hashPassword(randomBytes(16).toString('hex'))

export async function login(ctx: Ctx, { body }: Parsed<typeof sessionCalls.login>) {
  const user = body.username ? await store.findLogin(ctx.db, body.username) : undefined
  const right = await verifyPassword(body.password ?? '', user?.passwordHash ?? (await nobodysHash))
  if (!user || !right || !user.enabled) throw refuse('WRONG_CREDENTIALS', sessionRefusals.WRONG_CREDENTIALS, { status: 401 })
  const token = randomBytes(32).toString('base64url')
  await store.addSession(ctx.db, { tokenHash: hashOf(token), userId: user.id, kind: 'session', expiresAt: addMinutes(ctx.now, ctx.env.SESSION_HOURS * 60), ip: ctx.ip, userAgent: ctx.userAgent })
  return { token, user: await currentOf(ctx, user.id) }
}

export const current = (ctx: Ctx) => currentOf(ctx, ctx.me.id)

async function currentOf(ctx: Ctx, userId: number) {
  const row = await store.findCurrent(ctx.db, userId)
  if (!row) throw fail('UNAUTHENTICATED')
  return currentUserOf(row)
}

export async function signOut(ctx: Ctx) {
  if (ctx.token) await store.removeSession(ctx.db, hashOf(ctx.token))
  return null
}
