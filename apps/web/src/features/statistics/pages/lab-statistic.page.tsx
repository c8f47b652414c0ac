import { Link } from 'react-router'
import { to } from '../../../lib/paths.ts'
import { TableList } from '../parts/table-list.tsx'
import { useChoice } from '../parts/use-choice.ts'

/** Use of the instruments by laboratory; a row links to its instruments. */
export default function LabStatisticPage() {
  const choice = useChoice()
  const listDevices = (lab: string) => to('/statistic/device-statistic', { ...choice.kept, lab })
  return (
    <TableList
      title="实验室统计"
      by="lab"
      view="lab"
      choice={choice}
      columns={[
        {
          key: 'name',
          title: '实验室',
          main: true,
          render: (r) => (r.key ? <Link to={listDevices(r.key)}>{r.name}</Link> : r.name),
        },
      ]}
      actions={[{ label: '各台仪器', to: (r) => listDevices(r.key) }]}
    />
  )
}
