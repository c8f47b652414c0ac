import type { LabRole } from '@portal/contract/lab/lab'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'

export interface MemberRow {
  id: number
  labId: number
  userId: number
  name: string
  username: string
  deptName: string | null
  email: string | null
  phone: string | null
  /** False: the person's account is closed; the post stays until it is passed on or taken away. */
  enabled: boolean
  role: LabRole
  /** The telephone number of the post, not of the person. */
  postPhone: string | null
  createdAt: Date
}
const MEMBER = `m.id, m.lab_id as "labId", u.id as "userId", u.name, u.username, d.name as "deptName",
    u.email, u.phone, u.enabled, m.phone as "postPhone", m.role, m.created_at as "createdAt"`
const MEMBERS = `select ${MEMBER} from lab_member m join user_account u on u.id = m.user_id
  left join dept d on d.id = u.dept_id
  where m.lab_id = $1 and ($2::text is null or m.role = $2)
  order by array_position(array['lab_director', 'lab_admin', 'lab_member'], m.role), m.id`
export const listMembers = (db: Db, labId: number, role: LabRole | null = null) =>
  run<MemberRow>(db, MEMBERS, [labId, role])

export const findMember = async (db: Db, id: number) =>
  (
    await run<{ labId: number; userId: number; role: LabRole }>(
      db,
      `select lab_id as "labId", user_id as "userId", role from lab_member where id = $1`,
      [id],
    )
  )[0]

export const addMember = (ctx: Ctx, labId: number, userId: number, role: LabRole) =>
  ctx.db
    .insertInto('lab_member')
    .values({ lab_id: labId, user_id: userId, role, created_at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
export const setMemberPhone = (ctx: Ctx, id: number, phone: string | null) =>
  run(ctx.db, 'update lab_member set phone = $2 where id = $1', [id, phone])
export const removeMember = (ctx: Ctx, id: number) =>
  run(ctx.db, 'delete from lab_member where id = $1', [id])

const LOCK_PEOPLE = 'select from user_account where id = any($1::int8[]) order by id for no key update'
/** Locks people until the transaction ends, in the order of their ids. */
export const lockPeople = (ctx: Ctx, userIds: readonly number[]) => run(ctx.db, LOCK_PEOPLE, [userIds])
const LOCK_HOLDERS = `select from user_account where id in (
    select user_id from lab_member where lab_id = $1
    union select user_id from device_reviewer where lab_id = $1
    union select user_id from device_reviewer where device_id = any($2::int8[]))
  order by id for no key update`
/** Locks everybody who has a post in a lab or in devices, in the order of their ids. */
export const lockHolders = (ctx: Ctx, of: { labId?: number; deviceIds?: readonly number[] }) =>
  run(ctx.db, LOCK_HOLDERS, [of.labId ?? null, of.deviceIds ?? []])

const POSTS = `select coalesce(bool_or(role = 'lab_director'), false) as director,
    coalesce(bool_or(role = 'lab_admin'), false) as administrator,
  exists (select from device_reviewer where user_id = $1) as reviewer from lab_member where user_id = $1`
/** Which kinds of posts a person has, in any lab. */
export const readPosts = (db: Db, userId: number) =>
  runOne<{ director: boolean; administrator: boolean; reviewer: boolean }>(db, POSTS, [userId])

/**
 * The number of other directors with open accounts. Locks the lab, so that two directors who remove each
 * other are serialised.
 */
export async function lockOtherDirectors(ctx: Ctx, labId: number, userId: number): Promise<number> {
  await run(ctx.db, 'select from lab where id = $1 for no key update', [labId])
  const [count] = await run<{ n: number }>(
    ctx.db,
    `select count(*) as n from lab_member m join user_account u on u.id = m.user_id and u.enabled
      where m.lab_id = $1 and m.role = 'lab_director' and m.user_id <> $2`,
    [labId, userId],
  )
  return count?.n ?? 0
}

export interface ReviewerRow {
  id: number
  userId: number
  name: string
  username: string
  enabled: boolean
  deptName: string | null
  deviceId: number | null
  deviceName: string | null
  deviceSerialId: string | null
  createdAt: Date
}
const REVIEWERS = `select v.id, u.id as "userId", u.name, u.username, u.enabled,
    d.name as "deptName", x.id as "deviceId",
    x.name as "deviceName", x.serial_id as "deviceSerialId", v.created_at as "createdAt"
  from device_reviewer v join user_account u on u.id = v.user_id left join dept d on d.id = u.dept_id
  left join device x on x.id = v.device_id
  where v.lab_id = $1 or x.lab_id = $1 order by v.device_id nulls first, v.id`
export const listReviewers = (db: Db, labId: number) => run<ReviewerRow>(db, REVIEWERS, [labId])

const REVIEWER = `select coalesce(v.lab_id, x.lab_id) as "labId", v.device_id as "deviceId",
    v.user_id as "userId" from device_reviewer v left join device x on x.id = v.device_id where v.id = $1`
export const findReviewer = async (db: Db, id: number) =>
  (await run<{ labId: number; deviceId: number | null; userId: number }>(db, REVIEWER, [id]))[0]

export const findLabOfDevice = async (db: Db, deviceId: number): Promise<number | undefined> =>
  (await run<{ labId: number }>(db, `select lab_id as "labId" from device where id = $1`, [deviceId]))[0]
    ?.labId

/** Adds a reviewer of one device, or, if null, of the whole lab. */
export const addReviewer = (ctx: Ctx, labId: number, deviceId: number | null, userId: number) =>
  ctx.db
    .insertInto('device_reviewer')
    .values({
      lab_id: deviceId === null ? labId : null,
      device_id: deviceId,
      user_id: userId,
      created_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
export const removeReviewer = (ctx: Ctx, id: number) =>
  run(ctx.db, 'delete from device_reviewer where id = $1', [id])

const EMPTY_LAB = `with m as (delete from lab_member where lab_id = $1 returning user_id),
    r as (delete from device_reviewer where lab_id = $1 returning user_id)
  select user_id as id from m union select user_id from r`
/** Removes everybody's posts in a lab. Returns those people. */
export const emptyLab = async (ctx: Ctx, labId: number): Promise<number[]> =>
  (await run<{ id: number }>(ctx.db, EMPTY_LAB, [labId])).map((r) => r.id)
const EMPTY_DEVICE = 'delete from device_reviewer where device_id = $1 returning user_id as id'
/** Removes the reviewers of this device. Returns those people. */
export const emptyDevice = async (ctx: Ctx, deviceId: number): Promise<number[]> =>
  (await run<{ id: number }>(ctx.db, EMPTY_DEVICE, [deviceId])).map((r) => r.id)

// Members of the new laboratory, and reviewers of all of it, remain reviewers of the instrument.
const RELEASE = `delete from device_reviewer v using user_account u
  where v.device_id = $1 and u.id = v.user_id
    and not exists (select from lab_member m where m.lab_id = $2 and m.user_id = v.user_id)
    and not exists (select from device_reviewer o where o.lab_id = $2 and o.user_id = v.user_id)
  returning u.id, u.name`
/** Removes reviewers of an instrument who have no part in its new laboratory. Returns them. */
export const releaseReviewers = (ctx: Ctx, deviceId: number, toLabId: number) =>
  run<{ id: number; name: string }>(ctx.db, RELEASE, [deviceId, toLabId])
const LAB_NAME = 'select name from lab where id = $1'
export const readLabName = async (db: Db, labId: number): Promise<string> =>
  (await runOne<{ name: string }>(db, LAB_NAME, [labId])).name

const PASS_MEMBER = `
  with gone as (delete from lab_member where id = $1 and user_id = $2 returning lab_id, role),
  come as (insert into lab_member (lab_id, user_id, role, created_at)
      select lab_id, $3, role, $4 from gone on conflict do nothing)
  select lab_id as "labId", null::int8 as "deviceId" from gone`
const PASS_REVIEWER = `
  with gone as (delete from device_reviewer where id = $1 and user_id = $2 returning lab_id, device_id),
  come as (insert into device_reviewer (lab_id, device_id, user_id, created_at) select lab_id, device_id, $3,
    $4 from gone on conflict do nothing)
  select coalesce(g.lab_id, d.lab_id) as "labId", g.device_id as "deviceId" from gone g
  left join device d on d.id = g.device_id`
type Place = { labId: number; deviceId: number | null }
/** Undefined: the person no longer holds the post. */
export const passMember = async (
  ctx: Ctx,
  id: number,
  userId: number,
  successorId: number,
): Promise<Place | undefined> =>
  (await run<Place>(ctx.db, PASS_MEMBER, [id, userId, successorId, ctx.now]))[0]
export const passReviewer = async (
  ctx: Ctx,
  id: number,
  userId: number,
  successorId: number,
): Promise<Place | undefined> =>
  (await run<Place>(ctx.db, PASS_REVIEWER, [id, userId, successorId, ctx.now]))[0]
