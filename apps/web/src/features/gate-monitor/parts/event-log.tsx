import {
  alarmKinds,
  deniedWords,
  eventKindWords,
  wayWords,
  type IotEvent,
} from '@portal/contract/iot/door-access'
import type { MonitorDoor, MonitorSwitch } from '@portal/contract/gate-monitor/gate-monitor'
import { asFailure } from '../../../lib/failure.ts'
import { formatMinute, formatSecond } from '../../../lib/format.ts'
import { Button, Empty, Skeleton } from '../../../ui/light.tsx'
import { BatchBar } from '../../../ui/list/batch-bar.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { FilterBar, listNames, type Filter } from '../../../ui/list/filters.tsx'
import { dropEmpty, useListState } from '../../../ui/list/list-query.ts'
import { NotRenewed } from '../../../ui/list/not-renewed.tsx'
import { listOptions } from '../../../ui/list/options.ts'
import { PageError } from '../../../ui/page-error.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { logNews, saveLog, startLogAnew, useLog } from '../gate-monitor.queries.ts'
import { useSteadyNews } from '../steady-news.ts'
import { alarmAction } from '../../iot/shared/alarm-action.ts'

interface Props {
  doors: readonly MonitorDoor[] | undefined
  switches: readonly MonitorSwitch[] | undefined
}
/**
 * Events, newest first, further pages on demand. Once the user has loaded more than one page, news no longer
 * reloads the list, because each event would reload all pages.
 */
export function EventLog({ doors = [], switches = [] }: Props) {
  const filters: readonly Filter[] = [
    { kind: 'text', name: 'keyword', label: '关键词', placeholder: '人员、门禁或开关名称' },
    {
      kind: 'select',
      name: 'unitId',
      label: '门禁或开关',
      options: [...doors, ...switches].map((u) => ({ value: String(u.id), label: u.name })),
    },
    { kind: 'select', name: 'kind', label: '事件', options: listOptions(eventKindWords) },
    { kind: 'days', name: 'from', until: 'to', label: '日期' },
    { kind: 'flag', name: 'waiting', label: '只看待处理告警' },
  ]
  const { state, change } = useListState(listNames(filters))
  const log = useLog(state.filters)
  const { data, error, isPending, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = log
  const deep = (data?.pages.length ?? 0) > 1
  useSteadyNews(deep ? noNews : logNews)
  const rows = data?.pages.flatMap((p) => p.items) ?? []
  const filtered = Object.keys(state.filters).length > 0
  return (
    <section className="gate-log" aria-label="事件记录">
      <h2>事件记录</h2>
      <FilterBar
        filters={filters}
        values={state.filters}
        onChange={(values) => change({ filters: dropEmpty(values) })}
        onAgain={() => void refetch()}
      />
      <div className="card list-card" aria-busy={isFetching}>
        <BatchBar
          batch={[]}
          rows={[]}
          onDone={() => undefined}
          onExport={rows.length > 0 ? (transfer) => saveLog(state.filters, transfer) : undefined}
        />
        <NotRenewed list={log} />
        {isPending ? (
          <Skeleton rows={8} height={30} />
        ) : error && !data ? (
          <PageError error={asFailure(error)} onRetry={() => void refetch()} />
        ) : rows.length === 0 ? (
          <Empty text={filtered ? '没有符合条件的记录' : '还没有记录'}>
            {filtered && <Button onClick={() => change({ filters: {} })}>清除筛选条件</Button>}
          </Empty>
        ) : (
          <DataTable
            caption="事件记录"
            columns={columns}
            rows={rows}
            rowKey={(e) => e.id}
            actions={[alarmAction]}
          />
        )}
        {(hasNextPage || deep) && (
          <p className="gate-more">
            {hasNextPage && (
              <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                更早的记录
              </Button>
            )}
            {deep && <Button onClick={() => void startLogAnew()}>回到最新记录</Button>}
          </p>
        )}
      </div>
    </section>
  )
}
const noNews: typeof logNews = []
const columns: readonly Column<IotEvent>[] = [
  { key: 'at', title: '时间', main: true, render: (e) => formatSecond(e.at) },
  { key: 'unit', title: '门禁或开关', render: (e) => e.unit?.name ?? e.gateway.name },
  {
    key: 'kind',
    title: '事件',
    render: (e) => (
      <StateTag tone={alarmKinds.includes(e.kind) ? 'refused' : 'done'} text={eventKindWords[e.kind]} />
    ),
  },
  { key: 'way', title: '方式', render: (e) => e.way && wayWords[e.way] },
  { key: 'person', title: '人员', render: (e) => e.person?.name ?? e.command?.by },
  {
    key: 'note',
    title: '说明',
    render: (e) =>
      e.bookingId === null
        ? (e.command?.reason ?? (e.note && (deniedWords[e.note] ?? e.note)))
        : `预约 ${e.bookingId}`,
  },
  {
    key: 'acknowledged',
    title: '告警处理',
    render: ({ acknowledged: a }) => a && `${a.by} ${formatMinute(a.at)}：${a.note}`,
  },
]
