import { Link, useSearchParams } from 'react-router'
import { entryKindWords, feeWords, type EntryRow } from '@portal/contract/finance-report/finance-report'
import type { Page } from '@portal/contract/kernel/page'
import { payWayWords, settlementNumber } from '@portal/contract/settlement/settlement'
import { testOrderNumber } from '@portal/contract/test-order/test-order'
import { EMPTY, formatDay, formatMinute } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { AsOf } from '../../../ui/as-of.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { Filter } from '../../../ui/list/filters.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { listOptions } from '../../../ui/list/options.ts'
import { MoneyText } from '../../../ui/money-text.tsx'
import { saveEntries, useEntries } from '../finance-report.queries.ts'
import type { Choice } from './use-period.ts'

/** The filters in the address by which a report's row links to its entries. */
const NARROWED = ['labId', 'deptId', 'deviceId', 'payerId', 'payerDeptId', 'tier'] as const

/** The entries behind the figures, each with its test order and settlement. */
export function EntryList({ choice }: { choice: Choice }) {
  const [search] = useSearchParams()
  const narrowed = Object.fromEntries(
    NARROWED.flatMap((name) => {
      const value = search.get(name)
      return value ? [[name, value]] : []
    }),
  )
  const none = Object.fromEntries(NARROWED.map((name) => [name, undefined]))
  return (
    <ListPage<EntryRow>
      title="收支明细"
      plain
      intro={
        Object.keys(narrowed).length > 0 && (
          <p className="muted">
            只列出所选一行的明细。
            <button type="button" className="btn" data-kind="text" onClick={() => choice.choose(none)}>
              查看全部明细
            </button>
          </p>
        )
      }
      rows={useEntries}
      fixed={{ ...choice.asked, ...narrowed }}
      columns={columns}
      filters={filters}
      note={({ asOf }: Page<EntryRow> & { asOf?: string }) => <AsOf at={asOf} />}
      onExport={saveEntries}
      empty={{ text: '所选期间没有收支，可以在上方换一个期间' }}
    />
  )
}

const filters: readonly Filter[] = [
  { kind: 'select', name: 'kind', label: '类型', options: listOptions(entryKindWords) },
  { kind: 'select', name: 'fee', label: '费用项目', options: listOptions(feeWords) },
  { kind: 'select', name: 'way', label: '结算方式', options: listOptions(payWayWords) },
  {
    kind: 'select',
    name: 'late',
    label: '后期调整',
    options: [
      { value: 'true', label: '只看后期调整' },
      { value: 'false', label: '不含后期调整' },
    ],
  },
]
const columns: readonly Column<EntryRow>[] = [
  { key: 'at', title: '时间', main: true, render: (r) => formatMinute(r.at) },
  {
    key: 'kind',
    title: '类型',
    render: (r) =>
      r.late
        ? `${entryKindWords[r.kind]}（后期调整，原入账 ${formatDay(r.originAt).slice(0, 7)}）`
        : entryKindWords[r.kind],
  },
  {
    key: 'testOrderId',
    title: '测试单',
    render: (r) => (
      <Link to={to('/account/orderDetail', { id: r.testOrderId })}>{testOrderNumber(r.testOrderId)}</Link>
    ),
  },
  {
    key: 'settlementId',
    title: '结算单',
    render: (r) =>
      r.settlementId === null ? (
        EMPTY
      ) : (
        <Link to={to('/account/payOrderDetail', { id: r.settlementId })}>
          {settlementNumber(r.settlementId)}
        </Link>
      ),
  },
  { key: 'way', title: '结算方式', render: (r) => (r.way ? payWayWords[r.way] : EMPTY) },
  { key: 'device', title: '仪器', render: (r) => r.device.name },
  { key: 'lab', title: '实验室', render: (r) => r.lab.name, phone: false },
  { key: 'payer', title: '付款人', render: (r) => r.payer.name },
  { key: 'fee', title: '费用项目', render: (r) => feeWords[r.fee] },
  { key: 'amountFen', title: '金额', align: 'right', render: (r) => <MoneyText fen={r.amountFen} /> },
]
