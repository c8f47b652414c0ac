import type { CacheRow } from '@portal/contract/monitor/monitor'
import { formatAgo, formatBytes, formatSecond } from '../../../lib/format.ts'
import { say } from '../../../lib/tell.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { Skeleton } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import '../../../ui/list/list.css'
import { NotRenewed } from '../../../ui/list/not-renewed.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { useCaches, useClearCache } from '../monitor.queries.ts'
import { FiguresRow } from '../parts/figures-row.tsx'
import '../parts/monitor.css'

/** The caches of every server process, and how many database queries they saved. */
export default function SystemCachePage() {
  const query = useCaches({}, { refetchInterval: 3000 })
  const { data, error, refetch } = query
  const clear = useClearCache()
  const empty = (cache: string | null, title: string) =>
    clear.run({ body: { cache } }).then(() => say('success', `${title}已清空`))
  return (
    <section className="list-page" aria-label="系统缓存">
      <header className="page-head">
        <h1>系统缓存</h1>
        <div className="page-extra">
          <ConfirmButton
            title="清空全部缓存？"
            text="各服务进程随后会重新读取数据库，响应会短暂变慢，数据不会丢失。"
            ok="清空全部"
            onConfirm={() => empty(null, '全部缓存')}
          >
            清空全部
          </ConfirmButton>
        </div>
      </header>
      <NotRenewed list={query} />
      {!data ? (
        <div className="card">
          {error ? (
            <PageError error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton rows={8} height={30} />
          )}
        </div>
      ) : (
        <>
          <Figures rows={data} />
          <div className="card list-card">
            <DataTable
              caption="系统缓存"
              columns={columns}
              rows={data}
              rowKey={(c) => `${c.process} ${c.cache}`}
              actions={[
                {
                  label: '清空',
                  danger: true,
                  confirm: (c) => ({
                    title: `清空“${c.title}”？`,
                    text: '在所有服务进程中清空，随后重新读取。',
                    ok: '清空',
                  }),
                  run: (c) => empty(c.cache, c.title),
                },
              ]}
            />
          </div>
        </>
      )}
    </section>
  )
}

const findRate = (hits: number, misses: number) =>
  hits + misses === 0 ? '—' : `${((hits / (hits + misses)) * 100).toFixed(1)}%`
const sum = (rows: readonly CacheRow[], of: (c: CacheRow) => number) => rows.reduce((n, c) => n + of(c), 0)

function Figures({ rows }: { rows: readonly CacheRow[] }) {
  const items = [
    ['服务进程', new Set(rows.map((c) => c.process)).size],
    ['缓存条目', sum(rows, (c) => c.entries)],
    ['占用', formatBytes(sum(rows, (c) => c.bytes))],
    [
      '命中率',
      findRate(
        sum(rows, (c) => c.hits),
        sum(rows, (c) => c.misses),
      ),
    ],
  ] as const
  return (
    <div className="card">
      <FiguresRow items={items} />
    </div>
  )
}

const columns: readonly Column<CacheRow>[] = [
  {
    key: 'title',
    title: '缓存',
    main: true,
    render: (c) => (
      <>
        {c.title}
        <br />
        <code className="muted" style={{ overflowWrap: 'anywhere' }}>
          {c.cache}
        </code>
      </>
    ),
  },
  {
    key: 'process',
    title: '服务进程',
    render: (c) => (
      <span title={`启动于 ${formatSecond(c.startedAt)}`}>
        {c.process} {c.own && <StateTag tone="active" text="当前" />}
      </span>
    ),
  },
  { key: 'entries', title: '条目', align: 'right' },
  {
    key: 'bytes',
    title: '占用',
    align: 'right',
    render: (c) => <span style={{ whiteSpace: 'nowrap' }}>{formatBytes(c.bytes)}</span>,
  },
  { key: 'hits', title: '命中', align: 'right', phone: false },
  { key: 'misses', title: '未命中', align: 'right', phone: false },
  {
    key: 'rate',
    title: '命中率',
    align: 'right',
    render: (c) => <span style={{ whiteSpace: 'nowrap' }}>{findRate(c.hits, c.misses)}</span>,
  },
  { key: 'emptied', title: '失效次数', align: 'right', phone: false },
  { key: 'at', title: '更新', render: (c) => formatAgo(c.at), phone: false },
]
