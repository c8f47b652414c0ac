import { peopleRefusals, tierWords } from '@portal/contract/people/people'
import type { Ctx } from '../../../kernel/ctx.ts'
import { type Judged } from '../../bulk/bulk.service.ts'
import { lookupIn, wordsIn } from '../../bulk/lookup.rules.ts'
import { listCodes, listWords } from '../../dictionary/dictionary.service.ts'
import { movesOwnMailbox, reaches } from '../people.rules.ts'
import * as store from './import.store.ts'
import { columns, type Row } from './person-sheet.import.ts'

export interface Plan {
  id: number | null
  values: store.ImportedValues
  deptBefore: number | null
  /** Username of the new supervisor; null: none, undefined: unchanged. */
  supervisor: string | null | undefined
  roleIds: number[]
  /** True opens the account, false closes it; null: unchanged. */
  enabled: boolean | null
}

const NONE = '无'
const splitRoles = (roles: string | null) => (roles ?? '').split(/[、,，;；/\s]+/).filter(Boolean)
const TEACHING = new Set(['2', '3'])

/** Role code of a new person; null: none. */
const chooseFirstRole = (onCampus: boolean, userType: string) =>
  !onCampus ? 'OFF_CAMPUS' : TEACHING.has(userType) ? 'TEACHER' : userType === '1' ? 'STUDENT' : null

export async function lookUp(ctx: Ctx, rows: readonly Row[]) {
  const people = await store.findByUsername(ctx.db, [
    ...new Set([...wordsIn(rows, (r) => r.username), ...wordsIn(rows, (r) => r.supervisor)]),
  ])
  // A row may open an account whose stored address another one has by now.
  const stored = people.flatMap((p) => (p.enabled ? [] : (p.email?.toLowerCase() ?? [])))
  const emails = await store.findOwnersOfEmails(ctx.db, [...wordsIn(rows, (r) => r.email), ...stored])
  const depts = await store.findDepts(
    ctx.db,
    wordsIn(rows, (r) => r.dept),
  )
  const types = await listCodes(ctx, 'campus_user_type')
  const userTypes = people.map((p) => p.userType)
  const typeWords = await listWords(ctx, ['campus_user_type'], userTypes)
  const roles = await store.listRoles(ctx.db)
  return {
    people: new Map(people.map((p) => [p.username, p])),
    emails: new Map(emails.map((e) => [e.email, e.username])),
    depts: lookupIn('单位', depts, { missing: (word) => `没有名为或编码为“${word}”的单位` }),
    types: new Map(types.flatMap((t) => [[t.label, t.value] as const, [t.value, t.value] as const])),
    /** Of the types that people have, also of those that are no longer offered. */
    labels: new Map(typeWords.map((t) => [t.value, t.label])),
    roles: new Map(roles.flatMap((r) => [[r.name, r] as const, [r.code, r] as const])),
  }
}

type Known = Awaited<ReturnType<typeof lookUp>>
type Before = ReturnType<Known['people']['get']>

/** Resolves the cells of a row and collects their errors. */
function readCells(ctx: Ctx, row: Row, known: Known, before: Before) {
  const errors: { column?: keyof typeof columns; message: string }[] = []
  const wrong = (column: keyof typeof columns, message: string) => void errors.push({ column, message })

  // A type that is no longer offered stays with those who have it.
  const typeStays =
    before !== undefined &&
    (row.userType === before.userType || row.userType === known.labels.get(before.userType))
  const userType =
    row.userType === null ? undefined : typeStays ? before.userType : known.types.get(row.userType)
  if (row.userType !== null && userType === undefined) wrong('userType', `没有“${row.userType}”这种用户类型`)
  const dept = row.dept === null ? undefined : known.depts(row.dept, before?.deptId)
  if (dept && 'wrong' in dept) wrong('dept', dept.wrong)
  const deptId = dept && 'id' in dept ? dept.id : undefined
  const email = row.email ?? before?.email?.toLowerCase()
  const staysClosed = before?.enabled === false && row.enabled !== true
  const owner = email && !staysClosed ? known.emails.get(email) : undefined
  if (owner !== undefined && owner !== row.username) wrong('email', `该邮箱已被用户“${owner}”使用`)
  if (before && row.email !== null && movesOwnMailbox(ctx.me.id, before, row.email))
    wrong('email', peopleRefusals.OWN_EMAIL)
  const supervisor = row.supervisor === null ? undefined : row.supervisor === NONE ? null : row.supervisor
  const chosen = supervisor && supervisor !== before?.supervisor ? supervisor : undefined
  const there = chosen === undefined ? undefined : known.people.get(chosen)
  if (chosen === row.username) wrong('supervisor', peopleRefusals.SUPERVISOR_SELF)
  else if (there && !there.enabled) wrong('supervisor', `用户“${chosen}”已停用，不能作为导师`)
  const named = splitRoles(row.roles).map((word) => ({ word, role: known.roles.get(word) }))
  for (const { word, role } of named) {
    if (!role) wrong('roles', `没有名为“${word}”的角色`)
    else if (!before && !reaches(ctx.me.permissions, role.permissions))
      wrong('roles', `您不能授予角色“${word}”`)
  }
  if (before && row.enabled === false && before.id === ctx.me.id) wrong('enabled', peopleRefusals.SELF)
  if (!before && row.enabled === false) wrong('enabled', '没有这个用户，不能停用')
  if (before && !reaches(ctx.me.permissions, before.permissions))
    wrong('username', peopleRefusals.BEYOND_OWN_RIGHTS)
  const roles = named.flatMap((n) => n.role ?? [])
  return { errors, userType, deptId, supervisor, awaited: there ? undefined : chosen, roles }
}
type Read = ReturnType<typeof readCells>

/** The account's values after the import: an empty cell keeps the stored value. */
function mergeValues(row: Row, { userType, deptId }: Read, before: Before): store.ImportedValues {
  const tier = row.tier ?? before?.tier ?? 'campus'
  return {
    name: row.name,
    email: row.email ?? before?.email ?? null,
    phone: row.phone ?? before?.phone ?? null,
    deptId: deptId ?? before?.deptId ?? null,
    userType: userType ?? before?.userType ?? (tier === 'campus' ? '1' : '5'),
    tier,
    // The price tier of an existing account does not change whether it belongs to the campus: that decides
    // about single sign-on, not about prices.
    onCampus: before?.onCampus ?? tier === 'campus',
    organization: row.organization ?? before?.organization ?? null,
  }
}

/** An unknown supervisor may be created by another row of the file. */
const awaitSupervisor = (chosen: string | undefined) =>
  chosen === undefined
    ? undefined
    : ({
        of: 'username',
        value: chosen,
        column: 'supervisor',
        message: `没有用户名为“${chosen}”的用户，文件中也没有可以导入的这一行`,
      } as const)

export function judgeOne(ctx: Ctx, row: Row, known: Known): Judged<typeof columns, Plan> {
  const before = known.people.get(row.username)
  const read = readCells(ctx, row, known, before)
  if (read.errors.length) return { verdict: 'bad', errors: read.errors }

  const { supervisor, roles } = read
  const values = mergeValues(row, read, before)
  const awaits = awaitSupervisor(read.awaited)
  if (!before) {
    const first = known.roles.get(chooseFirstRole(values.onCampus, values.userType) ?? '')
    const roleIds = roles.length ? roles.map((role) => role.id) : first ? [first.id] : []
    return {
      verdict: 'new',
      awaits,
      plan: {
        id: null,
        values,
        deptBefore: null,
        supervisor,
        roleIds: [...new Set(roleIds)],
        enabled: null,
      },
    }
  }
  const enabled = row.enabled === null || row.enabled === before.enabled ? null : row.enabled
  const was = compareValues(before, values, known.labels)
  if (supervisor !== undefined && supervisor !== before.supervisor)
    was.push({ column: 'supervisor', message: before.supervisor ?? '（空）' })
  if (enabled !== null) was.push({ column: 'enabled', message: before.enabled ? '启用' : '停用' })
  return {
    verdict: was.length ? 'changed' : 'same',
    was,
    warnings: warn(before, values, known, roles),
    awaits,
    plan: { id: before.id, values, deptBefore: before.deptId, supervisor, roleIds: [], enabled },
  }
}

function warn(
  before: store.KnownPerson,
  now: store.ImportedValues,
  known: Known,
  roles: Read['roles'],
): { column: keyof typeof columns; message: string }[] {
  const head = known.roles.get('DEPT_HEAD')
  const heads = head !== undefined && before.roleIds.includes(head.id) && before.deptId !== null
  return [
    ...(heads && before.deptId !== now.deptId
      ? [{ column: 'dept' as const, message: '是院系负责人，更换单位后不再担任，请另行授予角色' }]
      : []),
    ...(roles.some((role) => !before.roleIds.includes(role.id))
      ? [{ column: 'roles' as const, message: '已有用户的角色不会由导入修改' }]
      : []),
  ]
}

function compareValues(
  before: store.KnownPerson,
  now: store.ImportedValues,
  labels: ReadonlyMap<string, string>,
) {
  const was: { column: keyof typeof columns; message: string }[] = []
  const compare = (column: keyof typeof columns, a: unknown, b: unknown, shown: string | null) =>
    a !== b && was.push({ column, message: shown || '（空）' })
  compare('name', before.name, now.name, before.name)
  compare('email', before.email, now.email, before.email)
  compare('phone', before.phone, now.phone, before.phone)
  compare('dept', before.deptId, now.deptId, before.deptName)
  compare('userType', before.userType, now.userType, labels.get(before.userType) ?? before.userType)
  compare('tier', before.tier, now.tier, tierWords[before.tier])
  compare('organization', before.organization, now.organization, before.organization)
  return was
}
