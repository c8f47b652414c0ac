import type { Ctx } from './ctx.ts'
import { run } from './db.ts'

export interface Mail {
  to: string
  subject: string
  body: string
}

/** News for people. Whom a role means is looked up when the news is spread, not when it is written. */
export interface Tell {
  userIds?: number[]
  role?: { role: 'reviewer' | 'lab_director' | 'finance' | 'sysadmin'; labId?: number | null; deviceId?: number | null }
  /** Not told even if a role includes them: the person who caused it. */
  exceptUserId?: number | null
  kind: 'booking' | 'test_order' | 'settlement' | 'fund_card' | 'system'
  title: string
  body: string
  /** Path in the portal that the message leads to. */
  link?: string
  /** Also by mail, to those who have an address. */
  mail?: boolean
}

const INSERT = `insert into outbox (kind, payload, next_at) values ($1, $2, $3)`

/** Mail that will be sent if, and only if, this transaction commits. A job sends it, again and again until it is out. */
export const postMail = (ctx: Pick<Ctx, 'db' | 'now'>, mail: Mail) => run(ctx.db, INSERT, ['mail', JSON.stringify(mail), ctx.now])

/** A message in the site (and by mail) for everybody named, if and only if this transaction commits. */
export const tell = (ctx: Pick<Ctx, 'db' | 'now'>, news: Tell) => run(ctx.db, INSERT, ['tell', JSON.stringify(news), ctx.now])
