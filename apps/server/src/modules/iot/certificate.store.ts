import type { Ctx } from '../../kernel/ctx.ts'
import { poolDb, run, type Db, type Pool } from '../../kernel/db.ts'
import type { Certificate } from './certificate.rules.ts'

// Certificates that gateways show in place of a password: each known by its fingerprint.

const BOUND = `select gateway_id as "gatewayId", valid_to as until from iot_certificate
  where fingerprint = $1 and ended_at is null`
/** For whoever knocks at the broker: no transaction is open for him. */
export const findBoundNow = async (pool: Pool, fingerprint: Buffer) =>
  (await run<{ gatewayId: number; until: Date }>(poolDb(pool), BOUND, [fingerprint]))[0]

const KNOWN = `select c.gateway_id as "gatewayId", g.name, c.ended_at is not null as revoked
  from iot_certificate c join iot_gateway g on g.id = c.gateway_id
  where c.fingerprint = $1 and (c.ended_how is null or c.ended_how = 'revoked')`
/** Whose it is, or was when it was revoked. */
export const findKnown = async (db: Db, fingerprint: Buffer) =>
  (await run<{ gatewayId: number; name: string; revoked: boolean }>(db, KNOWN, [fingerprint]))[0]

const LOCK = `select epoch, enrolled_at is not null as enrolled, retired_at is not null as retired
  from iot_gateway where id = $1 for no key update`
/** Of two who bind one to the same gateway the second replaces what the first has bound. */
export const lockGateway = async (ctx: Ctx, id: number) =>
  (await run<{ epoch: number; enrolled: boolean; retired: boolean }>(ctx.db, LOCK, [id]))[0]

export type EndedHow = 'replaced' | 'revoked' | 'renewed' | 'retired'
const END = `update iot_certificate set ended_at = $2, ended_by = $3, ended_how = $4, revoked_why = $5
  where gateway_id = any($1) and ended_at is null returning id`
/** How many of these gateways showed one. */
export const endCertificates = async (
  ctx: Ctx,
  gatewayIds: readonly number[],
  how: EndedHow,
  why: string | null = null,
): Promise<number> => (await run(ctx.db, END, [gatewayIds, ctx.now, ctx.actor?.id ?? null, how, why])).length

const ADD = `insert into iot_certificate (gateway_id, epoch, fingerprint, subject, serial, valid_from,
    valid_to, bound_by, bound_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`
const UNTIL = 'update iot_gateway set certified_until = $2 where id = $1'
export async function addCertificate(ctx: Ctx, gatewayId: number, epoch: number, c: Certificate) {
  const { fingerprint, subject, serial, validFrom, validTo } = c
  const values = [gatewayId, epoch, fingerprint, subject, serial, validFrom, validTo, ctx.me.id, ctx.now]
  await run(ctx.db, ADD, values)
  await run(ctx.db, UNTIL, [gatewayId, validTo])
}
export async function revokeCertificate(ctx: Ctx, gatewayId: number, why: string): Promise<boolean> {
  if ((await endCertificates(ctx, [gatewayId], 'revoked', why)) === 0) return false
  await run(ctx.db, UNTIL, [gatewayId, ctx.now])
  return true
}

const LAPSING = `with due as (select c.id from iot_certificate c
      where c.ended_at is null and c.valid_to > $1
        and (c.warned_at is null and c.valid_to <= $1::timestamptz + make_interval(days => $2)
          or c.warned_at <= c.valid_to - make_interval(days => $3)
            and c.valid_to <= $1::timestamptz + make_interval(days => $3))
      for update skip locked),
    told as (update iot_certificate c set warned_at = $1 from due, iot_gateway g
      where c.id = due.id and g.id = c.gateway_id returning g.name, c.valid_to as until)
  select * from told order by until, name`
/** Certificates that lapse within `days`, and once more within `lastDays`: each of the two once. */
export const takeLapsing = (ctx: Ctx, days: number, lastDays: number) =>
  run<{ name: string; until: Date }>(ctx.db, LAPSING, [ctx.now, days, lastDays])
