import { Link, useSearchParams } from 'react-router'
import type { TableRow } from '@portal/contract/statistics/statistics'
import { to } from '../../../lib/paths.ts'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { Filter } from '../../../ui/list/filters.tsx'
import { TableList } from '../parts/table-list.tsx'
import { UseList } from '../parts/use-list.tsx'
import { useChoice, type Choice } from '../parts/use-choice.ts'
import { useTable } from '../statistics.queries.ts'

/** Use of each instrument; with `lab` only those of one laboratory, with `device` the uses of one. */
export default function DeviceStatisticPage() {
  const [search] = useSearchParams()
  const whole = useChoice()
  const device = search.get('device')
  const lab = search.get('lab')
  const choice = lab ? keepToLab(whole, lab) : whole
  if (device) return <UseList device={device} choice={choice} />
  return (
    <TableList
      title="仪器统计"
      by="device"
      view="device"
      choice={choice}
      columns={columns}
      filters={hasIdle(choice) ? filters : []}
      actions={[
        {
          label: '使用记录',
          show: (r) => r.uses > 0 || r.incomeFen !== 0,
          to: (r) => to('/statistic/device-statistic', { ...choice.kept, device: r.key }),
        },
      ]}
      about={lab && <OfLab choice={choice} whole={whole} />}
    />
  )
}

/**
 * The same choice of one laboratory's uses. Its links keep to the laboratory, because an instrument that has
 * moved has uses of others too.
 */
const keepToLab = (choice: Choice, lab: string): Choice => ({
  ...choice,
  asked: { ...choice.asked, labId: lab },
  kept: { ...choice.kept, lab },
})

/** A person or group has only instruments that were used, so there are no idle ones to filter. */
const hasIdle = ({ scope }: Choice): boolean => scope !== 'own' && scope !== 'group'
const filters: readonly Filter[] = [
  { kind: 'flag', name: 'shared', label: '只看正常共享的' },
  { kind: 'flag', name: 'idle', label: '只看未使用的' },
]

const columns: readonly Column<TableRow>[] = [
  {
    key: 'name',
    title: '仪器',
    main: true,
    render: (r) => (r.key ? <Link to={to('/dashboard/deviceDetail', { id: r.key })}>{r.name}</Link> : r.name),
  },
  { key: 'serialId', title: '资产编号', render: (r) => r.about?.serialId },
  { key: 'lab', title: '实验室', render: (r) => r.about?.lab },
]

function OfLab({ choice, whole }: { choice: Choice; whole: Choice }) {
  const { data } = useTable({ query: { ...choice.asked, by: 'lab' } })
  return (
    <p className="statistics-about">
      <span>实验室：{data?.items[0]?.name ?? '所选实验室'}</span>
      <Link to={to('/statistic/device-statistic', whole.kept)}>查看全部仪器</Link>
      <Link to={to('/statistic/lab-statistic', whole.kept)}>返回实验室统计</Link>
    </p>
  )
}
