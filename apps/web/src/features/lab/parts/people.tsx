import { labRoles, labRoleWords, type LabMemberRow } from '@portal/contract/lab/lab'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { Empty, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { useMembers } from '../lab.queries.ts'

/** Who belongs to a lab: its directors first. */
export function People({ labId }: { labId: number }) {
  const { data, error, refetch } = useMembers({ query: { labId } })
  if (!data)
    return error ? (
      <PageError error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton rows={4} height={24} />
    )
  if (!data.length) return <Empty text="还没有登记人员" />
  const rows = data.toSorted((a, b) => labRoles.indexOf(a.role) - labRoles.indexOf(b.role))
  return <DataTable caption="实验室人员" columns={columns} rows={rows} rowKey={(m) => m.id} />
}

const columns: readonly Column<LabMemberRow>[] = [
  { key: 'name', title: '姓名', main: true, render: (m) => m.user.name },
  { key: 'role', title: '职务', render: (m) => labRoleWords[m.role] },
  { key: 'dept', title: '单位', render: (m) => m.user.deptName ?? '未登记' },
  {
    key: 'phone',
    title: '电话',
    render: (m) => (m.user.phone ? <a href={`tel:${m.user.phone}`}>{m.user.phone}</a> : '未登记'),
  },
  {
    key: 'email',
    title: '邮箱',
    render: (m) => (m.user.email ? <a href={`mailto:${m.user.email}`}>{m.user.email}</a> : '未登记'),
  },
]
