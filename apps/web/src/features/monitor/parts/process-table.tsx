import { folderWords, type ProcessRow } from '@portal/contract/monitor/platform'
import { formatAgo, formatBytes, formatMinutes, formatSecond } from '../../../lib/format.ts'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'

/** All server processes of this database, first the one that answered. */
export const ProcessTable = ({ rows }: { rows: readonly ProcessRow[] }) => (
  <DataTable caption="服务进程" columns={columns} rows={rows} rowKey={(p) => p.process} />
)

const minutesSince = (p: ProcessRow) => (Date.parse(p.at) - Date.parse(p.startedAt)) / 60_000
const free = ({ freeBytes, sizeBytes }: ProcessRow['disks'][number]) =>
  `${formatBytes(freeBytes)}（${Math.floor((freeBytes / sizeBytes) * 100)}%）`

const columns: readonly Column<ProcessRow>[] = [
  {
    key: 'process',
    title: '进程',
    main: true,
    render: (p) => (
      <>
        <span className="platform-name">{p.process}</span> {p.own && <StateTag tone="active" text="当前" />}
        <br />
        <span className="muted">
          版本 {p.version}
          {p.runsJobs ? '，运行定时任务' : ''}
        </span>
      </>
    ),
  },
  {
    key: 'up',
    title: '已运行',
    render: (p) => (
      <span title={`启动于 ${formatSecond(p.startedAt)}`}>{formatMinutes(minutesSince(p))}</span>
    ),
  },
  {
    key: 'memory',
    title: '内存（堆 / 上限）',
    align: 'right',
    render: (p) => (
      <>
        {formatBytes(p.memoryBytes)}
        <br />
        <span className="muted">
          {formatBytes(p.heapBytes)} / {formatBytes(p.heapLimitBytes)}
        </span>
      </>
    ),
  },
  {
    key: 'loop',
    title: '事件循环延迟',
    align: 'right',
    render: (p) => (
      <>
        {p.loopP99Ms.toFixed(1)} ms
        <br />
        <span className="muted">平均 {p.loopMeanMs.toFixed(1)} ms</span>
      </>
    ),
  },
  {
    key: 'pool',
    title: '数据库连接（用 / 闲 / 上限）',
    align: 'right',
    render: (p) => (
      <>
        {p.pool.used} / {p.pool.idle} / {p.pool.max}
        <br />
        <span className="muted">等待 {p.pool.waiting}</span>
      </>
    ),
  },
  { key: 'streams', title: '实时连接', align: 'right' },
  {
    key: 'disks',
    title: '磁盘可用',
    align: 'right',
    render: (p) => (
      <>
        {p.disks.map((d) => (
          <div key={d.folder}>
            <span className="muted">{folderWords[d.folder]}</span> {free(d)}
          </div>
        ))}
      </>
    ),
  },
  {
    key: 'cpu',
    title: 'CPU 累计',
    align: 'right',
    render: (p) => `${Math.round(p.cpuSeconds)} 秒`,
    phone: false,
  },
  { key: 'at', title: '更新', render: (p) => formatAgo(p.at), phone: false },
]
