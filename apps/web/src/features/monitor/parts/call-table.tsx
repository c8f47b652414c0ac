import type { CallRow } from '@portal/contract/monitor/platform'
import { Empty } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'

/** Recent response times of calls. */
export const CallTable = ({ rows }: { rows: readonly CallRow[] }) =>
  rows.length === 0 ? (
    <Empty text="最近没有请求，稍后会自动刷新" />
  ) : (
    <DataTable caption="接口耗时" columns={columns} rows={rows} rowKey={(r) => r.route} />
  )

const ms = (n: number) => (n < 1000 ? `${Math.round(n)} ms` : `${(n / 1000).toFixed(1)} 秒`)
const columns: readonly Column<CallRow>[] = [
  {
    key: 'summary',
    title: '接口',
    main: true,
    render: (r) => (
      <>
        {r.summary}
        <br />
        <code className="muted platform-statement">{r.route}</code>
      </>
    ),
  },
  { key: 'calls', title: '次数', align: 'right' },
  { key: 'errors', title: '出错', align: 'right' },
  { key: 'p50', title: '中位', align: 'right', render: (r) => ms(r.p50Ms) },
  { key: 'p95', title: '95% 以内', align: 'right', render: (r) => ms(r.p95Ms) },
  { key: 'max', title: '最长', align: 'right', render: (r) => ms(r.maxMs) },
]
