import { listGrams } from '../../../kernel/search.rules.ts'
import { defineImport, type Judged } from '../../bulk/bulk.service.ts'
import { endHeadships } from '../headship.action.ts'
import { lockPeople } from '../people.store.ts'
import { lockAdmins } from '../roles.store.ts'
import * as store from './import.store.ts'
import { changeEnabledAll, describeLeftBehind } from './closing.action.ts'
import { columns, type Row } from './person-sheet.import.ts'
import { type Plan, lookUp, judgeOne } from './person-judging.import.ts'

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
      const { settled = '', posts = '', students = '' } = left.get(idToClose(j) ?? 0) ?? {}
      const messages = [
        ...(settled ? [`停用时处理：${settled}`] : []),
        ...(posts ? [`停用后岗位未移交：${posts}；如需指定接任人，请在用户管理中逐人停用`] : []),
        ...(students ? [`${students}，停用后请为学生更换导师`] : []),
      ]
      const warnings = messages.map((message) => ({ column: 'enabled' as const, message }))
      return warnings.length > 0 ? { ...j, warnings: [...(j.warnings ?? []), ...warnings] } : j
    })
  },

  async write(ctx, rows) {
    // In the order of all others who change accounts: who is an administrator, then people by their ids.
    if (rows.some(({ plan }) => plan.enabled !== null)) await lockAdmins(ctx)
    await lockPeople(
      ctx,
      rows.flatMap(({ plan }) => plan.id ?? []),
    )
    const searched = rows.map(({ row, plan }) => {
      const search = listGrams([plan.values.name, row.username, plan.values.organization], { people: true })
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
    await store.superviseAll(ctx, listSupervisors(rows))
    await endHeadships(
      ctx,
      rows.flatMap(({ plan: { id, deptBefore, values } }) =>
        id === null ? [] : [{ userId: id, deptBefore, deptId: values.deptId }],
      ),
    )
    await changeEnabledAll(
      ctx,
      rows.flatMap(({ plan }) =>
        plan.id !== null && plan.enabled !== null ? [{ id: plan.id, enabled: plan.enabled }] : [],
      ),
    )
  },

  // A student's row may come before the supervisor's, also in an earlier chunk of the file.
  link: (ctx, rows) => store.superviseAll(ctx, listSupervisors(rows)),
})

const listSupervisors = (rows: readonly { row: Row; plan: Plan }[]) =>
  rows.flatMap(({ row, plan: { supervisor } }) =>
    supervisor === undefined ? [] : [{ username: row.username, supervisor }],
  )

/** Id of the account that the row closes. */
const idToClose = ({ plan }: Judged<typeof columns, Plan>): number | null =>
  plan?.enabled === false ? plan.id : null
