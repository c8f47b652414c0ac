import { randomBytes } from 'node:crypto'
import { REMEMBER_DAYS, sessionCalls, sessionRefusals } from '@portal/contract/session/session'
import type { Ctx } from '../../kernel/ctx.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { refuse } from '../../kernel/refuse.ts'
import { addMinutes } from '../../kernel/time.ts'
import { writeAfter } from '../../kernel/write-after.ts'
import { joinHalves, splitCookie, hashToken, judgeRemembered } from './remember.rules.ts'
import * as store from './session.store.ts'

// “记住我”: instead of the password the browser keeps a credential that only this server can make, in a cookie
// that no script can read and that goes out with the sign-in only. It changes with each use; when an old one
// is shown again, somebody has copied it, and everything of that person ends.

const COOKIE = 'remember'
const SECONDS = REMEMBER_DAYS * 86_400
const createSecret = () => randomBytes(32).toString('base64url')

function setCookie(ctx: Ctx, value: string, maxAgeSeconds: number): void {
  ctx.setCookies.push({ name: COOKIE, value, maxAgeSeconds, path: sessionCalls.login.path })
}
const refuseForgotten = () => refuse('REMEMBERED_GONE', sessionRefusals.REMEMBERED_GONE, { status: 401 })

/** Begins anew what this browser remembers, in the transaction of the sign-in. */
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

/** This browser remembers nobody any more. */
export async function forget(outer: Ctx, ctx: Ctx): Promise<void> {
  if (ctx.cookies[COOKIE] === undefined) return
  await drop(ctx)
  setCookie(outer, '', 0)
}

/** What names the credential that this browser shows, if it shows one. */
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
  /** To be run in the transaction of the sign-in: the credential changes. */
  rotate(outer: Ctx, ctx: Ctx): Promise<void>
}

/** Whose sign-in this browser remembers, if it is the named person's. */
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
      // When it is used twice at the same moment, the first use changes it; its tab has the new cookie for
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

/** Is written although the call is refused. */
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
