import { Link } from 'react-router'
import type { VersionRow, YearDetail } from '@portal/contract/ministry-report/ministry-report'
import { EMPTY, formatMinute } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { Card, Empty } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { saveWorkbook } from '../ministry-report.queries.ts'

/** The frozen versions, latest first. */
export function VersionList({ year: y }: { year: YearDetail }) {
  return (
    <Card title="冻结的版本">
      {y.frozen.length === 0 ? (
        <Empty text="还没有冻结的版本：取数、填写、检查之后冻结" />
      ) : (
        <DataTable
          caption="冻结的版本"
          columns={columns(y.year)}
          rows={y.frozen}
          rowKey={(v) => v.number}
          actions={[
            { label: '导出 Excel', run: (v) => saveWorkbook(y.year, v.number).catch(() => undefined) },
            {
              label: '查看',
              to: (v) => to('/report/ministry/table', { year: y.year, table: 'SJ1', version: v.number }),
            },
          ]}
        />
      )}
    </Card>
  )
}
const columns = (year: number): Column<VersionRow>[] => [
  {
    key: 'number',
    title: '版本',
    main: true,
    render: (v) => (
      <Link to={to('/report/ministry/table', { year, table: 'SJ1', version: v.number })}>
        第 {v.number} 版
      </Link>
    ),
  },
  { key: 'frozenAt', title: '冻结时间', render: (v) => formatMinute(v.frozenAt) },
  { key: 'frozenBy', title: '冻结人', render: (v) => v.frozenBy ?? EMPTY },
  { key: 'rows', title: '行数', align: 'right', render: (v) => <span className="num">{v.rows}</span> },
  { key: 'why', title: '更正说明', render: (v) => v.why ?? EMPTY },
]
