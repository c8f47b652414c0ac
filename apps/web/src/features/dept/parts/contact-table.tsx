import type { ContactRow } from '@portal/contract/dept/dept'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import type { RowAction } from '../../../ui/list/row-actions.tsx'

/** Contacts, each with the matters they handle. */
export function ContactTable({
  contacts,
  actions,
}: {
  contacts: readonly ContactRow[]
  actions?: readonly RowAction<ContactRow>[]
}) {
  return (
    <DataTable
      caption="岗位与联系方式"
      columns={columns}
      rows={contacts}
      rowKey={(c) => c.id}
      actions={actions}
    />
  )
}

const columns: readonly Column<ContactRow>[] = [
  { key: 'post', title: '岗位', main: true },
  { key: 'name', title: '联系人' },
  {
    key: 'phone',
    title: '电话',
    render: (c) => (c.phone ? <a href={`tel:${c.phone}`}>{c.phone}</a> : '未登记'),
  },
  {
    key: 'email',
    title: '邮箱',
    render: (c) => (c.email ? <a href={`mailto:${c.email}`}>{c.email}</a> : '未登记'),
  },
  { key: 'office', title: '办公地点', render: (c) => c.office ?? '未登记' },
  { key: 'duty', title: '岗位职责', render: (c) => <span className="pre-line">{c.duty ?? '未登记'}</span> },
]
