import { randomBytes } from 'node:crypto'
import { REMEMBER_DAYS, sessionCalls, sessionRefusals } from '@portal/contract/session/session'
import type { Ctx } from '../../kernel/ctx.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { refuse } from '../../kernel/refuse.ts'
import { addMinutes } from '../../kernel/time.ts'
import { writeAfter } from '../../kernel/write-after.ts'
import { joinHalves, splitCookie, hashToken, judgeRemembered } from './remember.rules.ts'
import * as store from './session.store.ts'

// “记住我”: instead of the password the browser keeps a random credential in a cookie that scripts cannot read
// and that is sent with the sign-in only. It is rotated at each use; if an old one is shown again, it was
// copied, and all sessions of that person end.

const COOKIE = 'remember'
const SECONDS = REMEMBER_DAYS * 86_400
const createSecret = () => randomBytes(32).toString('base64url')

function setCookie(ctx: Ctx, value: string, maxAgeSeconds: number): void {
  ctx.setCookies.push({ name: COOKIE, value, maxAgeSeconds, path: sessionCalls.login.path })
}
const refuseForgotten = () => refuse('REMEMBERED_GONE', sessionRefusals.REMEMBERED_GONE, { status: 401 })

/** Replaces the credential of this browser, in the transaction of the sign-in. */
export async function remember(outer: Ctx, ctx: Ctx, userId: number): Promise<void> {
  await drop(ctx)
  const constant = createSecret()
  const changing = createSecret()
  const expiresAt = addMinutes(ctx.now, REMEMBER_DAYS * 24 * 60)
  await store.add(ctx, {
    tokenHash: hashToken(constant),
    currentHash: hashToken(changing),
    userId,
    expiresAt,
    ip: ctx.ip,
    userAgent: ctx.userAgent,
  })
  setCookie(outer, joinHalves(constant, changing), SECONDS)
}

/** Removes the credential of this browser. */
export async function forget(outer: Ctx, ctx: Ctx): Promise<void> {
  if (ctx.cookies[COOKIE] === undefined) return
  await drop(ctx)
  setCookie(outer, '', 0)
}

/** The hash that identifies this browser's credential; null if it has none. */
export function readCredential(ctx: Ctx): Buffer | null {
  const halves = splitCookie(ctx.cookies[COOKIE])
  return halves ? hashToken(halves.constant) : null
}

async function drop(ctx: Ctx): Promise<void> {
  const halves = splitCookie(ctx.cookies[COOKIE])
  if (halves) await store.remove(ctx, hashToken(halves.constant))
}

export interface Recalled {
  userId: number
  /** Call in the transaction of the sign-in; rotates the credential. */
  rotate(outer: Ctx, ctx: Ctx): Promise<void>
}

/**
 * The person whose sign-in this browser remembers, if the username matches; throws REMEMBERED_GONE otherwise.
 */
export async function recall(ctx: Ctx, username: string): Promise<Recalled> {
  const halves = splitCookie(ctx.cookies[COOKIE])
  const found = halves && (await store.findRemembered(ctx.db, hashToken(halves.constant), ctx.now))
  if (!halves || !found || found.username !== username || !found.enabled) throw refuseForgotten()
  const verdict = judgeRemembered(found, halves.changing, ctx.now)
  if (verdict === 'stolen') {
    await endEverything(ctx, found)
    throw refuseForgotten()
  }
  return {
    userId: found.userId,
    async rotate(outer, inner) {
      if (verdict === 'just-used') return
      const changing = createSecret()
      const expiresAt = addMinutes(inner.now, REMEMBER_DAYS * 24 * 60)
      // If two tabs use it at the same moment, the first rotates it, and its reply sets the new cookie for
      // both.
      if (
        await store.rotate(
          inner,
          hashToken(halves.constant),
          hashToken(halves.changing),
          hashToken(changing),
          expiresAt,
        )
      ) {
        setCookie(outer, joinHalves(halves.constant, changing), SECONDS)
      }
    },
  }
}

/** Commits although the call is refused. */
async function endEverything(ctx: Ctx, victim: { userId: number; username: string }): Promise<void> {
  await writeAfter(
    ctx,
    { ...sessionCalls.login, summary: '记住的登录被他人使用，已注销全部登录' },
    async (c) => {
      await store.removeSessions(c, victim.userId, null)
      await tell(c, {
        userIds: [victim.userId],
        kind: 'system',
        mail: true,
        title: '您的登录可能被他人使用',
        body: '浏览器中记住的登录被重复使用，为安全起见已注销您在所有设备上的登录。请重新登录并尽快修改密码。',
      })
    },
    { id: victim.userId, username: victim.username },
  )
}
