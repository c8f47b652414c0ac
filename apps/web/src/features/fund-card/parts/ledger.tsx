import { Select } from 'antd'
import { Suspense, useId, useState } from 'react'
import {
  ledgerBusinessWords,
  ledgerKinds,
  ledgerKindWords,
  type LedgerRow,
} from '@portal/contract/fund-card/fund-card'
import { ledgerNumber } from '@portal/contract/fund-card/ledger-number'
import { asFailure } from '../../../lib/failure.ts'
import { formatSecond } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { Button, Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { ExportButton } from '../../../ui/list/export-button.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { definePart } from '../../../ui/part.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { Link } from 'react-router'
import { saveLedger, useLedger, type LedgerFilters } from '../fund-card.queries.ts'
import { ledgerTone } from '../fund-card.words.ts'
import './ledger.css'

// The calendar is large, so the ledger does not wait for it.
const DayRange = definePart(() => import('../../../ui/form/day-range.tsx'))

interface Props {
  cardId: number
  /** An authorised person sees only their own movements. */
  own: boolean
  /** May the reader open the bookings? Finance sees what they hold, but not them. */
  opensBookings: boolean
}
/** Every movement of a card, newest first. */
export function Ledger({ cardId, own, opensBookings }: Props) {
  const [filters, setFilters] = useState<LedgerFilters>({})
  const { kind } = filters
  const narrowed = Object.values(filters).some(Boolean)
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useLedger(
    cardId,
    filters,
  )
  const label = useId()
  const sums = data?.pages[0]?.sums
  const rows = data?.pages.flatMap((p) => p.items) ?? []
  return (
    <Card
      title={own ? '我的使用记录' : '流水'}
      extra={
        <div className="ledger-filters">
          <label htmlFor={label}>
            <span className="sr-only">流水类型</span>
            <Select
              id={label}
              allowClear
              placeholder="全部类型"
              style={{ width: 110 }}
              value={kind}
              onChange={(k) => setFilters({ ...filters, kind: k })}
              options={ledgerKinds.map((k) => ({ value: k, label: ledgerKindWords[k] }))}
            />
          </label>
          <label htmlFor={`${label}days`}>
            <span className="sr-only">流水日期</span>
            <Suspense fallback={<Skeleton rows={1} height={32} />}>
              <DayRange
                id={`${label}days`}
                value={[filters.from, filters.to]}
                onChange={([from, to]) => setFilters({ ...filters, from, to })}
              />
            </Suspense>
          </label>
          {rows.length > 0 && <ExportButton save={(transfer) => saveLedger(cardId, filters, transfer)} />}
        </div>
      }
    >
      {isPending ? (
        <Skeleton rows={5} height={28} />
      ) : error && !data ? (
        <PageError error={asFailure(error)} onRetry={() => void refetch()} />
      ) : rows.length === 0 ? (
        <Empty text={narrowed ? '没有符合条件的流水' : '还没有流水'}>
          {narrowed && <Button onClick={() => setFilters({})}>清除筛选条件</Button>}
        </Empty>
      ) : (
        <>
          <DataTable
            caption="经费卡流水"
            columns={listColumns(opensBookings).filter((c) => !own || !c.key.endsWith('After'))}
            rows={rows}
            rowKey={(r) => r.id}
          />
          {sums && (
            <p className="list-sum">
              {narrowed ? '筛选结果' : '全部流水'}：收入 <MoneyText fen={sums.inFen} strong />
              ，支出 <MoneyText fen={sums.outFen} strong />
              ，冻结净增 <MoneyText fen={sums.frozenFen} strong />
            </p>
          )}
          {hasNextPage && (
            <p style={{ marginTop: 12, textAlign: 'center' }}>
              <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                更早的流水
              </Button>
            </p>
          )}
        </>
      )}
    </Card>
  )
}

function Source({ row, opensBookings }: { row: LedgerRow; opensBookings: boolean }) {
  const id = row.rowId
  if (row.business === 'booking')
    return opensBookings ? <Link to={to('/appointment/orderDetail', { id })}>预约 {id}</Link> : `预约 ${id}`
  if (row.business === 'settlement')
    return <Link to={to('/account/payOrderDetail', { id })}>结算单 {ledgerNumber(row)}</Link>
  if (row.business === 'stock_in')
    return <Link to={to('/osp/storage/finance', { id })}>入库单 {ledgerNumber(row)}</Link>
  return ledgerBusinessWords[row.business]
}

const NAMED = 3
/** The first few names and the number of others; all of them on hover and for screen readers. */
function Named({
  list = [],
  unit,
}: {
  list: readonly { id: number; name: string }[] | undefined
  unit: string
}) {
  const names = list.map((x) => x.name)
  if (names.length <= NAMED) return names.join('、') || '—'
  const all = names.join('、')
  return (
    <span title={all}>
      <span aria-hidden>
        {names.slice(0, NAMED).join('、')} 等 {names.length} {unit}
      </span>
      <span className="sr-only">{all}</span>
    </span>
  )
}

const listColumns = (opensBookings: boolean): readonly Column<LedgerRow>[] => [
  { key: 'at', title: '时间', main: true, width: 190, render: (r) => formatSecond(r.at) },
  {
    key: 'kind',
    title: '类型',
    render: (r) => <StateTag tone={ledgerTone[r.kind]} text={ledgerKindWords[r.kind]} />,
  },
  { key: 'balance', title: '余额变动', align: 'right', render: (r) => <MoneyText fen={r.balanceDeltaFen} /> },
  { key: 'frozen', title: '冻结变动', align: 'right', render: (r) => <MoneyText fen={r.frozenDeltaFen} /> },
  {
    key: 'balanceAfter',
    title: '余额',
    align: 'right',
    render: (r) => <MoneyText fen={r.balanceAfterFen} />,
  },
  { key: 'frozenAfter', title: '冻结', align: 'right', render: (r) => <MoneyText fen={r.frozenAfterFen} /> },
  { key: 'source', title: '事由', render: (r) => <Source row={r} opensBookings={opensBookings} /> },
  { key: 'people', title: '使用人', render: (r) => <Named list={r.use?.people} unit="人" /> },
  { key: 'devices', title: '仪器', render: (r) => <Named list={r.use?.devices} unit="台" /> },
  { key: 'user', title: '经办人', render: (r) => r.user?.name ?? '系统' },
  { key: 'note', title: '说明' },
]
