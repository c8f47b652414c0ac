import { Link } from 'react-router'
import type { LabRow } from '@portal/contract/lab/lab'
import { to } from '../../../lib/paths.ts'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { Filter } from '../../../ui/list/filters.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { CampusContacts } from '../../share-contact/shared/campus-contacts.tsx'
import { useDeptOptions, useLabs } from '../lab.queries.ts'

/** Contact data and location of the labs. */
export default function ContactsPage() {
  return (
    <ListPage<LabRow>
      title="联系我们"
      intro={<CampusContacts />}
      rows={useLabs}
      order="serialId asc"
      columns={columns}
      filters={filters}
      empty={{ text: '还没有登记实验室' }}
    />
  )
}

const filters: readonly Filter[] = [
  { kind: 'text', name: 'keyword', label: '实验室', placeholder: '名称、编号或拼音' },
  { kind: 'select', name: 'deptId', label: '单位', options: useDeptOptions },
]

const columns: readonly Column<LabRow>[] = [
  {
    key: 'name',
    title: '实验室',
    main: true,
    sort: true,
    render: (l) => <Link to={to('/lab/contact', { serialId: l.serialId })}>{l.name}</Link>,
  },
  { key: 'dept', title: '单位', render: (l) => l.dept.name },
  { key: 'directors', title: '主任', render: (l) => l.directors.join('、') || '未登记' },
  {
    key: 'phone',
    title: '电话',
    render: (l) => (l.phone ? <a href={`tel:${l.phone}`}>{l.phone}</a> : '未登记'),
  },
  {
    key: 'email',
    title: '邮箱',
    render: (l) => (l.email ? <a href={`mailto:${l.email}`}>{l.email}</a> : '未登记'),
  },
  { key: 'room', title: '地点', render: (l) => (l.room ? `${l.room.building} ${l.room.name}` : '未登记') },
  { key: 'sharedDevices', title: '共享仪器', align: 'right', render: (l) => <SharedDevices lab={l} /> },
]

function SharedDevices({ lab }: { lab: LabRow }) {
  if (!lab.sharedDevices) return <>0 台</>
  return (
    <Link
      to={to('/share/homepage', { labId: lab.id })}
      aria-label={`${lab.name}的 ${lab.sharedDevices} 台共享仪器`}
    >
      {lab.sharedDevices} 台
    </Link>
  )
}
