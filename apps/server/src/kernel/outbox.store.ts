import type { MessageKind } from '@portal/contract/message/message'
import type { Ctx } from './ctx.ts'
import { run } from './db.ts'

export interface Mail {
  to: string
  subject: string
  body: string
  /** The same for programs that draw: made of escaped text only. */
  html?: string
  attachments?: { name: string; base64: string }[]
  /** An ISO time: afterwards it is of no use to anybody, and not sent any more. */
  until?: string
}

/**
 * News for people. Whom a role means is looked up when the news is spread, not when it is written; a role
 * that has nobody (else) falls to the lab's directors, then to the system administrators, as approval tasks
 * do.
 */
export interface Tell {
  userIds?: number[]
  role?: {
    role:
      | 'reviewer'
      | 'lab_director'
      | 'finance'
      | 'dept_head'
      | 'equip_office'
      | 'tender_office'
      | 'sysadmin'
    labId?: number | null
    deviceId?: number | null
    deptId?: number | null
  }
  /** The person who caused it, who is not told even if a role includes him. */
  exceptUserId?: number | null
  /** Those who are told of it otherwise, whichever role includes them. */
  exceptUserIds?: readonly number[]
  kind: MessageKind
  title: string
  body: string
  /** Path in the portal that the message leads to. */
  link?: string
  /** Also by mail, to those who have an address. */
  mail?: boolean
}

const INSERT = `insert into outbox (kind, payload, next_at) values ($1, $2, $3)`

async function post(ctx: Ctx, kind: 'mail' | 'tell', payload: Mail | Tell): Promise<void> {
  await run(ctx.db, INSERT, [kind, JSON.stringify(payload), ctx.now])
  wakeCourier(ctx)
}
/** Delivered by this process at once; should it die first, the job of any other does it within a minute. */
export const wakeCourier = (ctx: Ctx): void => ctx.afterCommit(() => ctx.deps.posted?.())

/**
 * A part of a statement that tells those whom the statement itself finds: `from` has a column `who`, without
 * a row nobody is told. `payload`, as `newsFor` writes it, and `at` are parameters.
 */
export const tellFoundSql = (from: string, payload: string, at: string): string =>
  `insert into outbox (kind, payload, next_at)
    select 'tell', jsonb_set(${payload}::jsonb, '{userIds}', jsonb_build_array(f.who)), ${at} from (${from}) f`
export const newsFor = (news: Omit<Tell, 'userIds' | 'role'>): string => JSON.stringify(news)

/** Mail that will be sent if, and only if, this transaction commits, and again and again until it is out. */
export const postMail = (ctx: Ctx, mail: Mail) => post(ctx, 'mail', mail)

/** A message in the site (and by mail) for everybody named, if and only if this transaction commits. */
export const tell = (ctx: Ctx, news: Tell) => post(ctx, 'tell', news)
