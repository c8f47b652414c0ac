import type { DeviceStatus } from '@portal/contract/device/body'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'
import type { DeviceDays } from './device.rules.ts'
import type { StandingRow } from './device.store.ts'

// A device's place, lab and status.

const SET_STATUS = `update device set status = $2, status_note = $3, shared = shared and $2 <> 'scrapped',
    updated_at = $4 where id = $1`
/** Sets the status. A scrapped device is no longer shared. */
export const setStatus = (ctx: Ctx, id: number, status: DeviceStatus, note: string | null) =>
  run(ctx.db, SET_STATUS, [id, status, note, ctx.now])
export const setShared = (ctx: Ctx, id: number, shared: boolean) =>
  run(ctx.db, 'update device set shared = $2, updated_at = $3 where id = $1', [id, shared, ctx.now])
const SET_PLACE = `update device set room_id = coalesce($2, room_id), contact_id = $3, updated_at = $4
  where id = $1`
export const setPlace = (ctx: Ctx, id: number, roomId: number | null, contactId: number) =>
  run(ctx.db, SET_PLACE, [id, roomId, contactId, ctx.now])
const MOVE =
  'update device set lab_id = $2, dept_id = $3, room_id = $4, contact_id = $5, updated_at = $6 where id = $1'
export const move = (
  ctx: Ctx,
  id: number,
  to: { labId: number; deptId: number; roomId: number | null; contactId: number | null },
) => run(ctx.db, MOVE, [id, to.labId, to.deptId, to.roomId, to.contactId, ctx.now])
const DAYS = `select made_on as "madeOn", bought_on as "boughtOn", enabled_on as "enabledOn",
      warranty_until as "warrantyUntil" from device where id = $1`
export const findDays = async (db: Db, id: number): Promise<DeviceDays | undefined> =>
  (await run<DeviceDays>(db, DAYS, [id]))[0]

const REPAIRED = `select from device_repair where device_id = $1 and state <> 'done'`
export const isInRepair = async (db: Db, id: number): Promise<boolean> =>
  (await run(db, REPAIRED, [id])).length > 0

const DISPOSED = `select from scrap where device_id = $1 and state = 'disposed'`
/** True if a disposal is registered: the device has left the university. */
export const isDisposed = async (db: Db, id: number): Promise<boolean> =>
  (await run(db, DISPOSED, [id])).length > 0

const OWNER = `select lab_id as "labId", name from device where id = $1 for no key update`
/** Locks a device and returns its lab and name. */
export const lockOwner = async (ctx: Ctx, id: number): Promise<{ labId: number; name: string } | undefined> =>
  (await run<{ labId: number; name: string }>(ctx.db, OWNER, [id]))[0]

const STANDING = `select lab_id as "labId", contact_id as "contactId", status, shared
  from device where id = $1 for no key update`
type Standing = Pick<StandingRow, 'labId' | 'contactId' | 'status' | 'shared'>
/** Locks a device and returns its lab, contact and status. */
export const lockStanding = async (ctx: Ctx, id: number): Promise<Standing | undefined> =>
  (await run<Standing>(ctx.db, STANDING, [id]))[0]

const LAB_DEPT = `select dept_id as "deptId" from lab where id = $1`
export const findDeptOfLab = async (db: Db, labId: number): Promise<number | undefined> =>
  (await run<{ deptId: number }>(db, LAB_DEPT, [labId]))[0]?.deptId

const FOLLOW = `update device set dept_id = $2, updated_at = $3 where lab_id = $1 and dept_id <> $2`
const PASS_CONTACT = 'update device set contact_id = $3, updated_at = $4 where id = $1 and contact_id = $2'
export const passContact = (ctx: Ctx, deviceId: number, contactId: number, successorId: number) =>
  run(ctx.db, PASS_CONTACT, [deviceId, contactId, successorId, ctx.now])
export const followLab = (ctx: Ctx, labId: number, deptId: number) =>
  run(ctx.db, FOLLOW, [labId, deptId, ctx.now])
