import { optionalEmail, optionalLine, optionalPhone, line } from '@portal/contract/kernel/fields'
import { peopleRefusals, tierWords, username, type Tier } from '@portal/contract/people/people'
import { z } from 'zod'
import type { Ctx } from '../../../kernel/ctx.ts'
import { gramsOf } from '../../../kernel/search.rules.ts'
import { defineImport, type ImportValues, type Judged } from '../../bulk/bulk.service.ts'
import { wordsIn } from '../../bulk/lookup.rules.ts'
import { reaches } from '../people.rules.ts'
import { listUserTypes } from '../people.store.ts'
import * as store from './import.store.ts'
import { changeEnabledAll, describeLeftBehind } from './closing.action.ts'

const tierByWord = new Map(
  Object.entries(tierWords).flatMap(([tier, word]) => [
    [word, tier as Tier],
    [tier, tier as Tier],
  ]),
)

const columns = {
  username: {
    header: '用户名',
    schema: username,
    sample: 'zhangsan',
    required: true,
    also: ['账号', '工号', '学号', '学工号'],
    note: '学号、工号或登录名；已有的用户名表示修改该用户',
  },
  name: { header: '姓名', schema: line('姓名', 50), sample: '张三', required: true },
  userType: {
    header: '用户类型',
    schema: optionalLine('用户类型', 20),
    sample: '教师',
    also: ['类型', '身份'],
    note: '字典“用户类型”中的名称或值；不填：新用户按学生',
  },
  dept: {
    header: '单位',
    schema: optionalLine('单位', 100),
    sample: '材料科学与工程学院',
    also: ['部门', '院系', '所属单位', '部门编码'],
    note: '部门的名称或编码',
    width: 28,
  },
  email: {
    header: '邮箱',
    schema: optionalEmail,
    sample: 'zhangsan@example.edu.cn',
    also: ['电子邮箱', 'email'],
    width: 28,
  },
  phone: {
    header: '电话',
    schema: optionalPhone,
    sample: '13800001111',
    also: ['手机', '手机号', '联系电话'],
  },
  tier: {
    header: '收费类别',
    schema: z
      .string()
      .refine((s) => tierByWord.has(s), '收费类别应为校内、外校或企业')
      .nullish()
      .transform((s) => (s ? (tierByWord.get(s) ?? null) : null)),
    sample: '校内',
    note: '校内、外校或企业；不填：新用户按校内',
  },
  organization: {
    header: '校外单位',
    schema: optionalLine('校外单位', 100),
    sample: '',
    note: '外校或企业人员的单位名称',
    width: 28,
  },
  supervisor: {
    header: '导师',
    schema: optionalLine('导师', 64).transform((s) => s?.toLowerCase() ?? null),
    sample: '',
    also: ['导师工号', '导师用户名', '指导教师', '指导教师工号'],
    note: '导师的工号或用户名，已登记的，或同一文件中的；学生预约时默认由其付款。填“无”表示没有导师',
  },
  roles: {
    header: '角色',
    schema: optionalLine('角色', 300),
    sample: '教师',
    note:
      '角色的名称或编码，多个用顿号分开；只对新用户有效，已有用户的角色请在用户列表中修改。' +
      '不填：教师、实验技术人员为教师，学生为学生，校外人员为校外用户',
    width: 28,
  },
  enabled: {
    header: '状态',
    schema: z
      .string()
      .refine((s) => s === '启用' || s === '停用', '状态应为启用或停用')
      .nullish()
      .transform((s) => (s ? s === '启用' : null)),
    sample: '启用',
    note: '启用或停用；不填：新用户为启用，已有用户不变。停用时未使用的预约、结算、经费卡等一并处理',
  },
} as const

type Row = ImportValues<typeof columns>
interface Plan {
  id: number | null
  values: store.ImportedValues
  /** Username of the supervisor to be; null: none, undefined: as it is. */
  supervisor: string | null | undefined
  roleIds: number[]
  /** Whether the account opens or closes with it; null: as it is. */
  enabled: boolean | null
}

const NONE = '无'
const splitRoles = (roles: string | null) => (roles ?? '').split(/[、,，;；/\s]+/).filter(Boolean)
const TEACHING = new Set(['2', '3'])

/** The role somebody new starts with. */
const chooseFirstRole = (onCampus: boolean, userType: string) =>
  !onCampus ? 'OFF_CAMPUS' : TEACHING.has(userType) ? 'TEACHER' : userType === '1' ? 'STUDENT' : null

export const peopleImport = defineImport<typeof columns, Plan>({
  kind: 'user',
  columns,
  notes: [
    '已有用户：空着的单元格表示不修改。',
    '导入的新用户没有平台密码：校内人员通过统一身份认证登录；其他人由本人通过“忘记密码”设置，或由管理员重置密码。',
  ],
  may: (ctx) => ctx.holds('USER_ALL'),
  uniqueOf: ({ username: name, email }) => ({ username: name, email }),

  async judge(ctx, rows) {
    const known = await lookUp(ctx, rows)
    const judged = rows.map((row) => judgeOne(ctx, row, known))
    const left = await describeLeftBehind(
      ctx,
      judged.flatMap((j) => idToClose(j) ?? []),
    )
    return judged.map((j) => {
      const words = left.get(idToClose(j) ?? 0)
      const warning = { column: 'enabled' as const, message: `停用时处理：${words}` }
      return words ? { ...j, warnings: [...(j.warnings ?? []), warning] } : j
    })
  },

  async write(ctx, rows) {
    const searched = rows.map(({ row, plan }) => {
      const search = gramsOf([plan.values.name, row.username, plan.values.organization], { people: true })
      return {
        id: plan.id,
        username: row.username,
        ...plan.values,
        roleIds: plan.roleIds,
        searchText: search.text,
        searchGrams: search.grams,
      }
    })
    await store.addAll(
      ctx,
      searched.filter((r) => r.id === null),
    )
    await store.changeAll(
      ctx,
      searched.filter((r) => r.id !== null),
    )
    await store.superviseAll(ctx, supervisorsOf(rows))
    await changeEnabledAll(
      ctx,
      rows.flatMap(({ plan }) =>
        plan.id !== null && plan.enabled !== null ? [{ id: plan.id, enabled: plan.enabled }] : [],
      ),
    )
  },

  // A student may stand before his supervisor, also in a piece of the file that is written earlier.
  link: (ctx, rows) => store.superviseAll(ctx, supervisorsOf(rows)),
})

const supervisorsOf = (rows: readonly { row: Row; plan: Plan }[]) =>
  rows.flatMap(({ row, plan: { supervisor } }) =>
    supervisor === undefined ? [] : [{ username: row.username, supervisor }],
  )

/** Whose account the row closes. */
const idToClose = ({ plan }: Judged<typeof columns, Plan>): number | null =>
  plan?.enabled === false ? plan.id : null

async function lookUp(ctx: Ctx, rows: readonly Row[]) {
  const people = await store.findByUsername(ctx.db, [
    ...new Set([...wordsIn(rows, (r) => r.username), ...wordsIn(rows, (r) => r.supervisor)]),
  ])
  const emails = await store.findOwnersOfEmails(
    ctx.db,
    wordsIn(rows, (r) => r.email),
  )
  const depts = await store.findDepts(
    ctx.db,
    wordsIn(rows, (r) => r.dept),
  )
  const types = await listUserTypes(ctx.db)
  const roles = await store.listRoles(ctx.db)
  return {
    people: new Map(people.map((p) => [p.username, p])),
    emails: new Map(emails.map((e) => [e.email, e.username])),
    depts: new Map(depts.toReversed().flatMap((d) => [[d.name, d] as const, [d.code, d] as const])),
    types: new Map(types.flatMap((t) => [[t.label, t.value] as const, [t.value, t.value] as const])),
    labels: new Map(types.map((t) => [t.value, t.label])),
    roles: new Map(roles.flatMap((r) => [[r.name, r] as const, [r.code, r] as const])),
  }
}

function judgeOne(
  ctx: Ctx,
  row: Row,
  known: Awaited<ReturnType<typeof lookUp>>,
): Judged<typeof columns, Plan> {
  const errors: { column?: keyof typeof columns; message: string }[] = []
  const before = known.people.get(row.username)
  const wrong = (column: keyof typeof columns, message: string) => void errors.push({ column, message })

  const userType = row.userType === null ? undefined : known.types.get(row.userType)
  if (row.userType !== null && userType === undefined) wrong('userType', `没有“${row.userType}”这种用户类型`)
  const dept = row.dept === null ? undefined : known.depts.get(row.dept)
  if (row.dept !== null && !dept) wrong('dept', `没有名为或编码为“${row.dept}”的单位`)
  const owner = row.email === null ? undefined : known.emails.get(row.email)
  if (owner !== undefined && owner !== row.username) wrong('email', peopleRefusals.EMAIL_TAKEN)
  const supervisor = row.supervisor === null ? undefined : row.supervisor === NONE ? null : row.supervisor
  const chosen = supervisor && supervisor !== before?.supervisor ? supervisor : undefined
  const there = chosen === undefined ? undefined : known.people.get(chosen)
  if (chosen === row.username) wrong('supervisor', peopleRefusals.SUPERVISOR_SELF)
  else if (there && !there.enabled) wrong('supervisor', `用户“${chosen}”已停用，不能作为导师`)
  const awaits =
    chosen === undefined || there
      ? undefined
      : ({
          of: 'username',
          value: chosen,
          column: 'supervisor',
          message: `没有用户名为“${chosen}”的用户，文件中也没有可以导入的这一行`,
        } as const)
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
  if (errors.length) return { verdict: 'bad', errors }

  const tier = row.tier ?? before?.tier ?? 'campus'
  const values: store.ImportedValues = {
    name: row.name,
    email: row.email ?? before?.email ?? null,
    phone: row.phone ?? before?.phone ?? null,
    deptId: dept?.id ?? before?.deptId ?? null,
    userType: userType ?? before?.userType ?? (tier === 'campus' ? '1' : '5'),
    tier,
    onCampus: row.tier === null && before ? before.onCampus : tier === 'campus',
    organization: row.organization ?? before?.organization ?? null,
  }
  if (!before) {
    const first = known.roles.get(chooseFirstRole(values.onCampus, values.userType) ?? '')
    const roleIds = named.length ? named.flatMap((n) => n.role?.id ?? []) : first ? [first.id] : []
    return {
      verdict: 'new',
      awaits,
      plan: { id: null, values, supervisor, roleIds: [...new Set(roleIds)], enabled: null },
    }
  }
  const enabled = row.enabled === null || row.enabled === before.enabled ? null : row.enabled
  const was = compareValues(before, values, known.labels)
  if (supervisor !== undefined && supervisor !== before.supervisor)
    was.push({ column: 'supervisor', message: before.supervisor ?? '（空）' })
  if (enabled !== null) was.push({ column: 'enabled', message: before.enabled ? '启用' : '停用' })
  const warnings =
    named.length && named.some((n) => n.role && !before.roleIds.includes(n.role.id))
      ? [{ column: 'roles' as const, message: '已有用户的角色不会由导入修改' }]
      : []
  return {
    verdict: was.length ? 'changed' : 'same',
    was,
    warnings,
    awaits,
    plan: { id: before.id, values, supervisor, roleIds: [], enabled },
  }
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
