import type { Ctx } from '../../kernel/ctx.ts'
import { poolDb, run, type Db, type Pool } from '../../kernel/db.ts'
import type { Certificate } from './certificate.rules.ts'

// Certificates that gateways present in place of a password, each identified by its fingerprint.

const BOUND = `select gateway_id as "gatewayId", valid_to as until from iot_certificate
  where fingerprint = $1 and ended_at is null`
/** For a client that connects to the broker, outside any transaction. */
export const findBoundNow = async (pool: Pool, fingerprint: Buffer) =>
  (await run<{ gatewayId: number; until: Date }>(poolDb(pool), BOUND, [fingerprint]))[0]

const KNOWN = `select c.gateway_id as "gatewayId", g.name, c.ended_at is not null as revoked
  from iot_certificate c join iot_gateway g on g.id = c.gateway_id
  where c.fingerprint = $1 and (c.ended_how is null or c.ended_how = 'revoked')`
/** The gateway that a certificate is bound to, or was bound to when it was revoked. */
export const findKnown = async (db: Db, fingerprint: Buffer) =>
  (await run<{ gatewayId: number; name: string; revoked: boolean }>(db, KNOWN, [fingerprint]))[0]

const LOCK = `select epoch, enrolled_at is not null as enrolled, retired_at is not null as retired
  from iot_gateway where id = $1 for no key update`
/**
 * Locks the gateway: of two requests that bind a certificate to it, the second replaces that of the first.
 */
export const lockGateway = async (ctx: Ctx, id: number) =>
  (await run<{ epoch: number; enrolled: boolean; retired: boolean }>(ctx.db, LOCK, [id]))[0]

export type EndedHow = 'replaced' | 'revoked' | 'renewed' | 'retired'
const END = `update iot_certificate set ended_at = $2, ended_by = $3, ended_how = $4, revoked_why = $5
  where gateway_id = any($1) and ended_at is null returning id`
/** Ends the current certificates of these gateways; returns how many there were. */
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
/**
 * Marks and returns certificates that expire within `days`,
 * and again within `lastDays`: each warning is given once.
 */
export const takeLapsing = (ctx: Ctx, days: number, lastDays: number) =>
  run<{ name: string; until: Date }>(ctx.db, LAPSING, [ctx.now, days, lastDays])
