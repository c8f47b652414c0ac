import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'
import { LABS_IN_SCOPE, REVIEWED_DEVICES } from '../../kernel/places.store.ts'
import { deptInScope } from '../dept/scope.rules.ts'
import { nobody, type Standing } from './roles.rules.ts'
import { bindPerson, seesAll, standingSql } from './sql.store.ts'

const AT = `select ${standingSql('d', 'l', 2)} from device d join lab l on l.id = d.lab_id where d.id = $1`
/** The caller's standing towards a device and its lab. */
export async function findStanding(ctx: Ctx, deviceId: number): Promise<Standing> {
  const [standing] = await run<Standing>(ctx.db, AT, [deviceId, ...bindPerson(ctx)])
  return standing ?? nobody
}

/** All labs and devices in which a person has a role. */
export interface Parts {
  userId: number
  directs: number[]
  administers: number[]
  reviewsLabs: number[]
  reviewsDevices: number[]
}
// The result is cached, so every table read here must notify its changes (migration 0140).
const PARTS = `select $1::int8 as "userId",
  array(select lab_id from lab_member where user_id = $1 and role = 'lab_director') as directs,
  array(select lab_id from lab_member where user_id = $1 and role = 'lab_admin') as administers,
  array(select lab_id from device_reviewer where user_id = $1 and lab_id is not null) as "reviewsLabs",
  ${REVIEWED_DEVICES} as "reviewsDevices"`
export const findParts = (db: Db, userId: number): Promise<Parts> => runOne<Parts>(db, PARTS, [userId])

export interface Scope {
  /** The whole campus; the lists below are empty then. */
  all: boolean
  labIds: number[]
  deviceIds: number[]
}
const SCOPE = `select ${LABS_IN_SCOPE} as "labIds", ${REVIEWED_DEVICES} as "deviceIds"`
/** The labs and devices whose bookings the caller may see. `backOffice` adds those of the view permission. */
export async function findScope(ctx: Ctx, backOffice: boolean): Promise<Scope> {
  if (backOffice && seesAll(ctx)) return { all: true, labIds: [], deviceIds: [] }
  const [scope] = await run<Omit<Scope, 'all'>>(ctx.db, SCOPE, [ctx.me.id, backOffice, deptInScope(ctx.me)])
  return { all: false, labIds: scope?.labIds ?? [], deviceIds: scope?.deviceIds ?? [] }
}
