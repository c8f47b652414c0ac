import { labRoles, labRoleWords, type LabMemberRow } from '@portal/contract/lab/lab'
import { useUser } from '../../../lib/session.ts'
import { askReason, say } from '../../../lib/tell.ts'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import type { RowAction } from '../../../ui/list/row-actions.tsx'
import { Empty, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { useMembers, useSetMemberPhone } from '../lab.queries.ts'

/** The people of a lab, directors first. */
export function People({ labId }: { labId: number }) {
  const { data, error, refetch } = useMembers({ query: { labId } })
  const me = useUser()?.uid
  const change = useSetMemberPhone()
  if (!data)
    return error ? (
      <PageError error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton rows={4} height={24} />
    )
  if (!data.length) return <Empty text="还没有登记人员" />
  const rows = data.toSorted((a, b) => labRoles.indexOf(a.role) - labRoles.indexOf(b.role))
  // A dialog instead of a form, because this page loads without the form components.
  const setPhone = async (m: LabMemberRow) => {
    const phone = await askReason({
      title: '设置本人在本实验室的电话',
      text: `${m.role === 'lab_member' ? '人员名单' : '“联系我们”和人员名单'}中显示此电话；不填则人员名单显示您的个人电话。`,
      ok: '保存电话',
      reason: { label: '电话', maxLength: 20, line: 'tel', start: m.phone ?? '' },
    })
    if (phone === null) return
    await change.run({ body: { id: m.id, phone } })
    say('success', '电话已保存')
  }
  const actions: readonly RowAction<LabMemberRow>[] = [
    { label: '设置电话', show: (m) => m.user.id === me, run: setPhone },
  ]
  return (
    <DataTable
      caption="实验室人员"
      columns={columns}
      rows={rows}
      rowKey={(m) => m.id}
      actions={rows.some((m) => m.user.id === me) ? actions : undefined}
    />
  )
}

const columns: readonly Column<LabMemberRow>[] = [
  {
    key: 'name',
    title: '姓名',
    main: true,
    render: (m) => (m.user.enabled ? m.user.name : `${m.user.name}（已停用）`),
  },
  { key: 'role', title: '职务', render: (m) => labRoleWords[m.role] },
  { key: 'dept', title: '单位', render: (m) => m.user.deptName ?? '未登记' },
  {
    key: 'phone',
    title: '电话',
    render: (m) => {
      const phone = m.phone ?? m.user.phone
      return phone ? <a href={`tel:${phone}`}>{phone}</a> : '未登记'
    },
  },
  {
    key: 'email',
    title: '邮箱',
    render: (m) => (m.user.email ? <a href={`mailto:${m.user.email}`}>{m.user.email}</a> : '未登记'),
  },
]
