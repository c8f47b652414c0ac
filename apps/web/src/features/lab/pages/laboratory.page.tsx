import { Link, useSearchParams } from 'react-router'
import type { LabRow } from '@portal/contract/lab/lab'
import { to } from '../../../lib/paths.ts'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { Filter } from '../../../ui/list/filters.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { useGradeOptions, useTypeOptions } from '../edit.queries.ts'
import { useDeptOptions, useGrades, useLabSearch } from '../lab.queries.ts'
import { useWords } from '../shared/words.ts'
import './laboratory.css'

/** All laboratories of the campus, by name, type, grade and dept. */
export default function LaboratoryPage() {
  const typeOf = useWords('lab_type')
  const gradeOf = useWords('lab_grade')
  const columns: readonly Column<LabRow>[] = [
    {
      key: 'name',
      title: '实验室',
      main: true,
      sort: true,
      render: (l) => <Link to={to('/lab/homepage', { serialId: l.serialId })}>{l.name}</Link>,
    },
    { key: 'serialId', title: '编号', sort: true, phone: false },
    { key: 'dept', title: '单位', render: (l) => l.dept.name },
    { key: 'type', title: '类型', render: (l) => typeOf(l.type) ?? '未登记' },
    { key: 'grade', title: '级别', render: (l) => gradeOf(l.grade) ?? '未登记' },
    { key: 'directors', title: '主任', render: (l) => l.directors.join('、') || '未登记' },
    {
      key: 'room',
      title: '地点',
      render: (l) => (l.room ? `${l.room.building} ${l.room.name}` : '未登记'),
      phone: false,
    },
    { key: 'devices', title: '仪器', align: 'right', render: (l) => `${l.devices} 台` },
    {
      key: 'sharedDevices',
      title: '共享',
      align: 'right',
      render: (l) => (
        <Link
          to={to('/lab/opens', { serialId: l.serialId })}
          aria-label={`${l.name}的 ${l.sharedDevices} 台共享仪器`}
        >
          {l.sharedDevices} 台
        </Link>
      ),
    },
  ]
  return (
    <ListPage<LabRow>
      title="实验室平台"
      rows={useLabSearch}
      order="serialId asc"
      columns={columns}
      filters={filters}
      intro={<Grades />}
      empty={{ text: '还没有登记实验室' }}
    />
  )
}

const filters: readonly Filter[] = [
  { kind: 'text', name: 'labName', label: '实验室', placeholder: '名称、编号或拼音' },
  { kind: 'select', name: 'type', label: '类型', options: useTypeOptions },
  { kind: 'select', name: 'grade', label: '级别', options: useGradeOptions },
  { kind: 'select', name: 'deptId', label: '单位', options: useDeptOptions },
]

/** The number of labs per grade, each a link to them. */
function Grades() {
  const [search] = useSearchParams()
  const { data } = useGrades({ query: { size: 1 } }, { staleTime: 60_000 })
  const grades = (data ?? []).filter((g) => g.grade !== null)
  if (grades.length === 0) return null
  const chosen = search.get('grade')
  return (
    <nav aria-label="按级别查看" className="lab-grades">
      {grades.map((g) => (
        <Link
          key={g.grade}
          to={to('/osp/laboratory', { grade: g.grade })}
          aria-current={g.grade === chosen ? 'true' : undefined}
        >
          <b>{g.total}</b>
          <span>{g.label}</span>
        </Link>
      ))}
    </nav>
  )
}
