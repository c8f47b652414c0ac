import { objectWords } from '@portal/contract/monitor/objects'
import type { PlatformState, TableRow } from '@portal/contract/monitor/platform'
import { EMPTY, formatAgo, formatBytes, formatSecond } from '../../../lib/format.ts'
import { Card } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { FiguresRow } from './figures-row.tsx'

type Database = PlatformState['database']
const stateWords: Partial<Record<string, string>> = {
  active: '执行中',
  idle: '空闲',
  'idle in transaction': '事务中空闲',
  'idle in transaction (aborted)': '事务已失败',
}

export function DatabaseState({ database: d }: { database: Database }) {
  const used = d.connections.reduce((n, c) => n + c.count, 0)
  const byState = d.connections.map((c) => `${stateWords[c.state] ?? c.state} ${c.count}`).join('，')
  return (
    <Card title="数据库" className="platform-database">
      <FiguresRow
        items={[
          ['大小', formatBytes(d.sizeBytes)],
          ['连接', `${used} / ${d.maxConnections}`],
          ['等待锁的语句', d.lockWaits],
          ['运行最久的语句', `${d.longestSeconds.toFixed(1)} 秒`],
          ['从库', d.replicas === 0 ? '未配置' : d.replicas],
          ...(d.reader ? [['只读副本', describeReader(d.reader)] as const] : []),
        ]}
      />
      <p className="muted">连接：{byState}</p>
      {d.reader && <p className="muted">{describeAnswers(d.reader)}</p>}
      <h3>正在运行的语句</h3>
      {d.running.length === 0 ? (
        <p className="muted">没有运行超过 1 秒的语句。</p>
      ) : (
        <DataTable
          caption="正在运行的语句"
          columns={runningColumns}
          rows={d.running}
          rowKey={(r) => `${r.text} ${r.seconds}`}
        />
      )}
      <h3>慢语句</h3>
      {d.slow === null ? (
        <p className="muted">
          数据库未启用 pg_stat_statements，无法列出。启用方法：在 postgresql.conf 的 shared_preload_libraries
          中加入它，重启数据库后执行 CREATE EXTENSION pg_stat_statements。
        </p>
      ) : (
        <DataTable caption="慢语句" columns={slowColumns} rows={d.slow} rowKey={(r) => r.text} />
      )}
      <h3>最大的表</h3>
      <DataTable caption="最大的表" columns={tableColumns} rows={d.tables} rowKey={(t) => t.table} />
    </Card>
  )
}

/** Short, because it stands among figures. */
const describeReader = ({ up, lagBytes }: NonNullable<Database['reader']>) =>
  !up ? '未使用' : lagBytes ? `落后 ${formatBytes(lagBytes)}` : '与主库一致'
function describeAnswers({ lagSeconds, answered, passed }: NonNullable<Database['reader']>): string {
  const late = lagSeconds ? `最近的变更在 ${lagSeconds.toFixed(1)} 秒前；` : ''
  return `只读副本：${late}本进程的列表和统计由副本回答 ${answered} 次，由主库回答 ${passed} 次`
}

const statement = (r: { text: string }) => <code className="platform-statement">{r.text}</code>
const runningColumns: readonly Column<Database['running'][number]>[] = [
  { key: 'text', title: '语句', main: true, render: statement },
  { key: 'seconds', title: '已运行', align: 'right', render: (r) => `${r.seconds.toFixed(1)} 秒` },
  { key: 'waits', title: '等待', render: (r) => r.waits ?? EMPTY },
]
const slowColumns: readonly Column<NonNullable<Database['slow']>[number]>[] = [
  { key: 'text', title: '语句', main: true, render: statement },
  { key: 'calls', title: '次数', align: 'right' },
  { key: 'mean', title: '平均', align: 'right', render: (r) => `${r.meanMs.toFixed(1)} ms` },
  { key: 'max', title: '最长', align: 'right', render: (r) => `${r.maxMs.toFixed(1)} ms` },
]
const deadShare = ({ liveRows, deadRows }: TableRow) =>
  liveRows + deadRows === 0 ? EMPTY : `${Math.round((deadRows / (liveRows + deadRows)) * 100)}%`
/** The meaning first, then the table name, which database administrators know. */
const nameOfTable = ({ table }: TableRow) => {
  const word = objectWords[table]?.word
  return (
    <>
      {word && `${word} `}
      <code className="muted">{table}</code>
    </>
  )
}
const tableColumns: readonly Column<TableRow>[] = [
  { key: 'table', title: '表', main: true, render: nameOfTable },
  { key: 'size', title: '大小', align: 'right', render: (t) => formatBytes(t.sizeBytes) },
  { key: 'liveRows', title: '行数（估计）', align: 'right' },
  {
    key: 'dead',
    title: '死元组',
    align: 'right',
    render: (t) => `${t.deadRows}（${deadShare(t)}）`,
  },
  {
    key: 'vacuumedAt',
    title: '最近清理',
    render: (t) =>
      t.vacuumedAt ? <span title={formatSecond(t.vacuumedAt)}>{formatAgo(t.vacuumedAt)}</span> : '尚未清理',
  },
]
