import { randomInt } from 'node:crypto'
import type { Parsed } from '@portal/contract/kernel/call'
import { peopleCalls, peopleRefusals, type RoleCode, type Tier } from '@portal/contract/people/people'
import { hashPassword } from '../../adapters/hashing/passwords.ts'
import { defineCache } from '../../kernel/cache.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { isDemosOnly } from '../../kernel/demo-password.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { forbidden, isDatabaseError, notFound, refuse, refuseField, violates } from '../../kernel/refuse.ts'
import { gramsOf, queryGrams, type Sought } from '../../kernel/search.rules.ts'
import type { RawReply } from '../../kernel/serve.ts'
import { sheetOf } from '../../kernel/sheet.ts'
import { localOf } from '../../kernel/time.ts'
import { writeAfter } from '../../kernel/write-after.ts'
import { announceClosed, announceShutOut } from './closing.events.ts'
import { passedPosts, takePosts } from './closing.service.ts'
import { allowedOn, reaches, temporaryPassword, type PersonAction } from './people.rules.ts'
import * as lists from './people.list.store.ts'
import * as closingStore from './closing.store.ts'
import { countsOf, countsSaid } from './closing.rules.ts'
import * as store from './people.store.ts'
import { exportColumns, personOf, personRowOf } from './people.view.ts'

export type { Login, PersonRecord } from './people.store.ts'
export { personOf }

const searchOf = (v: { name: string; organization: string | null }, username: string) =>
  gramsOf([v.name, username, v.organization], { people: true })

// ── looked up ───────────────────────────────────────────────────────────────────────────────────────────────────────────

export async function find(ctx: Ctx, { query }: Parsed<typeof peopleCalls.find>) {
  const exact = query.keyword?.toLowerCase() ?? ''
  if (ctx.me.tier !== 'campus') {
    // The university's people are not listed to guests: one has to know whom one looks for.
    const items = exact ? await lists.cardOf(ctx.db, exact) : []
    return { items, total: items.length }
  }
  const sought = query.keyword ? queryGrams(query.keyword) : undefined
  return sought ? lists.cards(ctx.db, 'all', sought, exact, query) : lists.everybody(ctx.db, query)
}

export async function findTeachers(ctx: Ctx, { query }: Parsed<typeof peopleCalls.findTeachers>) {
  if (ctx.me.tier !== 'campus') return find(ctx, { params: {}, query, body: {} })
  return lists.cards(
    ctx.db,
    'teachers',
    query.keyword ? queryGrams(query.keyword) : undefined,
    query.keyword?.toLowerCase() ?? '',
    query,
  )
}

/** A single letter finds tens of thousands: showing some of them is quick, counting them is not, and the next page asks again. */
const found = defineCache<number>({
  name: 'people-found',
  title: '用户检索数',
  tables: [],
  seconds: 30,
  max: 300,
})
const MANY = 1000
const isLetter = (sought: Sought | undefined) =>
  sought?.grams.every((gram) => Array.from(gram).length === 1) ?? false

/** How many that is, when it is so many that one more or less goes unnoticed. */
async function manyOf(ctx: Ctx, filters: lists.Filters): Promise<number | undefined> {
  if (!isLetter(filters.sought)) return undefined
  const known = await found.get(ctx, JSON.stringify(filters), (db) => lists.totalOf(db, filters))
  return known > MANY ? known : undefined
}

export async function list(ctx: Ctx, { query }: Parsed<typeof peopleCalls.list>) {
  const { keyword, deptId, roleId, userType, tier, enabled, onCampus } = query
  const filters: lists.Filters = {
    deptId,
    roleId,
    userType,
    tier,
    enabled,
    onCampus,
    sought: keyword ? queryGrams(keyword) : undefined,
  }
  const many = await manyOf(ctx, filters)
  const { items, total } =
    many === undefined
      ? await lists.counted(ctx.db, filters, query)
      : { items: await lists.page(ctx.db, filters, query), total: many }
  return { items: items.map((r) => personRowOf(r, ctx.me)), total }
}
export const campusList = (ctx: Ctx, { query, ...rest }: Parsed<typeof peopleCalls.campusList>) =>
  list(ctx, { ...rest, query: { ...query, onCampus: true } })

const CHUNK = 500
/** What the list shows, newest first, page by page by key: as cheap at the end as at the beginning. */
export async function exportList(ctx: Ctx, { query }: Parsed<typeof peopleCalls.export>): Promise<RawReply> {
  const filters = { ...query, sought: query.keyword ? queryGrams(query.keyword) : undefined }
  async function* rows(): AsyncGenerator<store.PersonRecord> {
    for (let before: number | undefined; ;) {
      const chunk = await lists.before(ctx.db, filters, before, CHUNK)
      yield* chunk
      if (chunk.length < CHUNK) return
      before = chunk.at(-1)?.id
    }
  }
  const labels = new Map((await store.userTypes(ctx.db)).map((t) => [t.value, t.label]))
  return sheetOf(
    '用户',
    exportColumns(ctx.env.CAMPUS_TZ, labels),
    rows(),
    `用户-${localOf(ctx.now, ctx.env.CAMPUS_TZ).day}.xlsx`,
  )
}

export async function person(ctx: Ctx, { params }: Parsed<typeof peopleCalls.person>) {
  const record = await recordOf(ctx, params.id)
  return {
    ...personRowOf(record, ctx.me),
    hasPassword: record.hasPassword,
    ...(await store.about(ctx.db, params.id, ctx.now)),
  }
}

export async function directory(ctx: Ctx, { query }: Parsed<typeof peopleCalls.directory>) {
  const { keyword = '' } = query
  if (ctx.me.tier !== 'campus') {
    const items = keyword ? await lists.cardOf(ctx.db, keyword.toLowerCase()) : []
    return { items: items.map((card) => ({ ...card, posts: [] })), total: items.length }
  }
  return lists.directory(
    ctx.db,
    { deptId: query.deptId, postId: query.postId, sought: queryGrams(keyword) },
    query,
  )
}

/** The person's whole record; the caller answers for who may see it. */
export async function recordOf(ctx: Ctx, id: number): Promise<store.PersonRecord> {
  const record = await store.find(ctx.db, id)
  if (!record) throw notFound('用户')
  return record
}

/** Who somebody works for, unless his account is closed. */
export const supervisorOf = (ctx: Ctx, id: number) => store.supervisorOf(ctx.db, id)

/** Takes away for a while what the person may book; for modules that keep count of broken promises. */
/** Gives it back, where it was taken away for that reason: who was suspended by hand stays so. Answers whether it was. */
export const liftSuspension = (ctx: Ctx, id: number, reason: string) =>
  store.liftSuspension(ctx.db, id, reason)
export const suspend = (ctx: Ctx, id: number, until: Date, reason: string) =>
  store.suspend(ctx.db, id, until, reason)

// ── managed ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

const refuseBy = (code: keyof typeof peopleRefusals, field?: string) =>
  field ? refuseField(field, peopleRefusals[code], code) : refuse(code, peopleRefusals[code])

function taken(e: unknown): unknown {
  if (violates(e, 'user_account_username')) return refuseBy('USERNAME_TAKEN', 'username')
  if (violates(e, 'user_account_email')) return refuseBy('EMAIL_TAKEN', 'email')
  return e
}

/** What a person may be is listed; what one was stays, should the list have become shorter since. */
async function judgeType(ctx: Ctx, userType: string, before?: string): Promise<void> {
  if (userType !== before && !(await store.userTypes(ctx.db)).some((t) => t.value === userType))
    throw refuseBy('TYPE_UNKNOWN', 'userType')
}

/** Whom one names is there and can act; whom one had stays, though his account be closed since. */
async function judgeSupervisor(
  ctx: Ctx,
  supervisorId: number | null | undefined,
  before?: store.PersonRecord,
): Promise<void> {
  if (supervisorId == null || supervisorId === before?.supervisor?.id) return
  if (supervisorId === before?.id) throw refuseBy('SUPERVISOR_SELF', 'supervisorId')
  if (!(await store.find(ctx.db, supervisorId))?.enabled) throw refuseBy('SUPERVISOR_UNKNOWN', 'supervisorId')
}

async function judgeValues(
  ctx: Ctx,
  v: { deptId: number | null; roleIds: readonly number[] },
): Promise<void> {
  if (v.deptId !== null && !(await store.hasDept(ctx.db, v.deptId))) throw refuseBy('DEPT_UNKNOWN', 'deptId')
  const { known, codes } = await store.codesOfRoles(ctx.db, v.roleIds)
  if (known !== new Set(v.roleIds).size) throw refuseBy('ROLE_UNKNOWN', 'roleIds')
  if (!reaches(ctx.me.permissions, codes)) throw refuseBy('BEYOND_OWN_RIGHTS', 'roleIds')
}

async function judgePerson(ctx: Ctx, id: number, action: PersonAction): Promise<store.PersonRecord> {
  const person = await recordOf(ctx, id)
  if (!reaches(ctx.me.permissions, person.permissions)) throw forbidden(peopleRefusals.BEYOND_OWN_RIGHTS)
  if (!allowedOn(ctx.me, person).includes(action)) throw refuseBy('SELF')
  ctx.target = `用户 ${person.username}`
  return person
}

/** Whatever changed who administrates: somebody still has to. Two who take each other's rights away wait here for one another. */
export async function keepAnAdmin(ctx: Ctx): Promise<void> {
  if (!(await store.hasAdmin(ctx.db))) throw refuseBy('LAST_ADMIN')
}
export const lockAdmins = (ctx: Ctx) => store.lockAdmins(ctx.db)

export async function create(ctx: Ctx, { body }: Parsed<typeof peopleCalls.create>) {
  await judgeValues(ctx, body)
  await judgeType(ctx, body.userType)
  await judgeSupervisor(ctx, body.supervisorId)
  const password = body.password
    ? { hash: await hashChosen(ctx, 'password', body.password), byOther: true }
    : null
  return writeAfter(ctx, peopleCalls.create, async (c) => {
    c.target = `用户 ${body.username}`
    const id = await store
      .add(c.db, body.username, password, body, searchOf(body, body.username))
      .catch((e: unknown) => {
        throw taken(e)
      })
    await store.setRoles(c.db, id, body.roleIds)
    return { id }
  })
}

export async function change(ctx: Ctx, { body }: Parsed<typeof peopleCalls.change>) {
  await store.lockAdmins(ctx.db)
  const before = await judgePerson(ctx, body.id, 'change')
  const rolesBefore = before.roles.map((r) => r.id)
  const rolesChange =
    rolesBefore.length !== new Set(body.roleIds).size || rolesBefore.some((id) => !body.roleIds.includes(id))
  if (body.id === ctx.me.id && (!body.enabled || rolesChange)) throw refuseBy('SELF')
  await judgeValues(ctx, body)
  await judgeType(ctx, body.userType, before.userType)
  await judgeSupervisor(ctx, body.supervisorId, before)
  const values = {
    ...body,
    suspendedUntil: body.suspendedUntil ? new Date(body.suspendedUntil) : null,
    suspendedReason: body.suspendedUntil ? body.suspendedReason : null,
  }
  await store
    .change(ctx.db, body.id, values, searchOf(body, before.username), ctx.now)
    .catch((e: unknown) => {
      throw taken(e)
    })
  await store.setRoles(ctx.db, body.id, body.roleIds)
  await keepAnAdmin(ctx)
  if (before.enabled && !body.enabled) await announceClosed(ctx, [body.id])
  return null
}

async function judgeSuccessor(ctx: Ctx, id: number, successorId: number): Promise<void> {
  const successor = await store.find(ctx.db, successorId)
  if (!successor?.enabled || successorId === id) throw refuseBy('SUCCESSOR_UNKNOWN', 'successorId')
}

/** What somebody who leaves would leave behind, and what becomes of each. Nothing is written. */
export async function closing(ctx: Ctx, { params }: Parsed<typeof peopleCalls.closing>) {
  const { name } = await judgePerson(ctx, params.id, 'close')
  const [counts] = await closingStore.counts(ctx.db, [params.id])
  return { name, matters: await closingStore.matters(ctx.db, params.id), counts: countsOf(counts) }
}

/** What these people would leave behind, in a word each: `（未使用的预约 2）`. */
export async function leftBehind(ctx: Ctx, ids: readonly number[]): Promise<Map<number, string>> {
  const said = (await closingStore.counts(ctx.db, ids)).map((c) => [c.userId, countsSaid(c)] as const)
  return new Map(said.filter(([, words]) => words !== '').map(([id, words]) => [id, `，已处理：${words}`]))
}

export async function setEnabled(ctx: Ctx, { params, body }: Parsed<typeof peopleCalls.setEnabled>) {
  await store.lockAdmins(ctx.db)
  const person = await recordOf(ctx, params.id)
  await judgePerson(ctx, params.id, person.enabled ? 'close' : 'open')
  if (person.enabled === body.enabled) return null
  const successorId = (!body.enabled && body.successorId) || null
  if (successorId !== null) await judgeSuccessor(ctx, params.id, successorId)
  const posts = body.enabled ? [] : await passedPosts(ctx, params.id, body)
  await store.setEnabled(ctx.db, params.id, body.enabled, ctx.now)
  await keepAnAdmin(ctx)
  await takePosts(ctx, posts)
  if (!body.enabled)
    await announceClosed(ctx, [params.id], {
      posts,
      successorId,
      handOver: successorId !== null && body.bookings === 'hand_over',
    })
  return null
}

/** Many at once, as a file has them: each was judged with the file. */
export async function setEnabledAll(
  ctx: Ctx,
  people: readonly { id: number; enabled: boolean }[],
): Promise<void> {
  if (people.length === 0) return
  await store.lockAdmins(ctx.db)
  const changed = await store.setEnabledAll(ctx.db, people, ctx.now)
  await keepAnAdmin(ctx)
  await announceClosed(
    ctx,
    changed.filter((p) => !p.enabled).map((p) => p.id),
  )
}

export async function setRoles(ctx: Ctx, { params, body }: Parsed<typeof peopleCalls.setRoles>) {
  await store.lockAdmins(ctx.db)
  await judgePerson(ctx, params.id, 'assignRoles')
  await judgeValues(ctx, { deptId: null, roleIds: body.roleIds })
  await store.setRoles(ctx.db, params.id, body.roleIds)
  await keepAnAdmin(ctx)
  return null
}

export async function signOut(ctx: Ctx, { params }: Parsed<typeof peopleCalls.signOut>) {
  await judgePerson(ctx, params.id, 'signOut')
  await announceShutOut(ctx, params.id)
  return null
}

export async function remove(ctx: Ctx, { params }: Parsed<typeof peopleCalls.remove>) {
  await store.lockAdmins(ctx.db)
  await judgePerson(ctx, params.id, 'remove')
  await store.remove(ctx.db, params.id).catch((e: unknown) => {
    throw isDatabaseError(e) && e.code === '23503' ? refuseBy('HAS_RECORDS') : e
  })
  await keepAnAdmin(ctx)
  return null
}

export async function resetPassword(ctx: Ctx, { params }: Parsed<typeof peopleCalls.resetPassword>) {
  await judgePerson(ctx, params.id, 'resetPassword')
  const password = temporaryPassword(randomInt)
  const hash = await hashPassword(password)
  return writeAfter(ctx, peopleCalls.resetPassword, async (c) => {
    await judgePerson(c, params.id, 'resetPassword')
    await store.setPassword(c.db, params.id, hash, c.now, true)
    await announceShutOut(c, params.id)
    await tell(c, {
      userIds: [params.id],
      kind: 'system',
      title: '您的登录密码已被管理员重置',
      body: '用新密码登录后需要先修改密码。如非您本人要求，请尽快联系管理员。',
      mail: true,
    })
    return { password }
  })
}

// ── for the sign-in and the person's own account ────────────────────────────────────────────────────────────────────────

/** The hash of a password that somebody has thought of. `field`: where the form says no. */
export function hashChosen(ctx: Ctx, field: string, password: string): Promise<string> {
  if (isDemosOnly(password, ctx.env))
    throw refuseField(field, peopleRefusals.PASSWORD_KNOWN, 'PASSWORD_KNOWN')
  return hashPassword(password)
}
export const loginOf = (ctx: Ctx, username: string) => store.loginOf(ctx.db, username)
export const loginByEmail = (ctx: Ctx, email: string) => store.loginByEmail(ctx.db, email)
export const signedIn = (ctx: Ctx, id: number) => store.signedIn(ctx.db, id, ctx.now)
export const setPassword = (ctx: Ctx, id: number, hash: string) =>
  store.setPassword(ctx.db, id, hash, ctx.now, false)
/** Answers the file that was the picture before. */
export const setAvatar = (ctx: Ctx, id: number, fileId: string) => store.setAvatar(ctx.db, id, fileId)

export async function changeOwn(
  ctx: Ctx,
  person: store.PersonRecord,
  v: Pick<store.PersonValues, 'name' | 'email' | 'phone' | 'organization'>,
): Promise<void> {
  await store.changeOwn(ctx.db, person.id, v, searchOf(v, person.username), ctx.now).catch((e: unknown) => {
    throw taken(e)
  })
}

export interface Guest {
  username: string
  passwordHash: string
  name: string
  organization: string
  tier: Exclude<Tier, 'campus'>
  email: string
  phone: string
}
export const addGuest = (ctx: Ctx, { username, passwordHash, ...guest }: Guest): Promise<number> =>
  addOutsider(
    ctx,
    username,
    { hash: passwordHash, byOther: false },
    { ...guest, userType: '5' },
    'OFF_CAMPUS',
  )

export interface SupplierPerson {
  username: string
  /** `byOther`: to be changed at the first sign-in. */
  password: { hash: string; byOther: boolean }
  name: string
  organization: string
  email: string
  phone: string
}
/** Somebody who acts for a company that sells to the university. */
export const addSupplierPerson = (
  ctx: Ctx,
  { username, password, ...person }: SupplierPerson,
): Promise<number> =>
  addOutsider(ctx, username, password, { ...person, tier: 'company', userType: '6' }, 'SUPPLIER')

async function addOutsider(
  ctx: Ctx,
  username: string,
  password: SupplierPerson['password'],
  person: Pick<store.PersonValues, 'name' | 'organization' | 'email' | 'phone' | 'tier' | 'userType'>,
  role: RoleCode,
): Promise<number> {
  const values = { ...person, deptId: null, onCampus: false, enabled: true }
  const id = await store
    .add(ctx.db, username, password, values, searchOf(values, username))
    .catch((e: unknown) => {
      throw taken(e)
    })
  await store.giveRole(ctx.db, id, role)
  return id
}

/** A post brings its role with it, and takes it along. */
export const holdsPost = (ctx: Ctx, userId: number, role: RoleCode, holds: boolean) =>
  (holds ? store.giveRole : store.takeRole)(ctx.db, userId, role)

/** What a change leaves out stays so. */
export async function kept(
  ctx: Ctx,
  { body }: { body: Record<string, unknown> },
): Promise<object | undefined> {
  const id = Number(body['id'])
  const person = Number.isSafeInteger(id) ? await store.find(ctx.db, id) : undefined
  return person && { ...person, roleIds: person.roles.map((r) => r.id) }
}
