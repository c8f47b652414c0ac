import { Link } from 'react-router'
import { payments, paymentWords, stockInStates, stockInStateWords, type StockInRow } from '@portal/contract/stock-in/stock-in'
import { formatMinute } from '../../lib/format.ts'
import { to } from '../../lib/paths.ts'
import type { Column } from '../../ui/list/data-table.tsx'
import type { Filter } from '../../ui/list/filters.tsx'
import { MoneyText } from '../../ui/money-text.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import { addressOf, stockInTag } from './stock-in.words.ts'

export const stockInColumns: readonly Column<StockInRow>[] = [
  { key: 'number', title: '入库单号', main: true, width: 130, render: (s) => <Link to={addressOf(s)}>{s.number}</Link> },
  { key: 'purchase', title: '申购', render: (s) => <Link to={to('/osp/subscribe/subscribeFill', { id: s.purchase.id })}>{s.purchase.title}</Link> },
  { key: 'supplier', title: '供应商', render: (s) => s.supplier?.name ?? '—', phone: false },
  { key: 'requester', title: '申购人', render: (s) => s.requester.name },
  { key: 'dept', title: '单位', render: (s) => s.dept.name, phone: false },
  { key: 'pieceCount', title: '台件', align: 'right' },
  { key: 'totalFen', title: '金额', align: 'right', render: (s) => <MoneyText fen={s.totalFen} strong /> },
  { key: 'payment', title: '支付方式', render: (s) => (s.payment ? paymentWords[s.payment] : '—'), phone: false },
  { key: 'state', title: '状态', render: (s) => <StateTag {...stockInTag(s.state)} /> },
  { key: 'stateAt', title: '状态时间', render: (s) => formatMinute(s.stateAt), phone: false },
]

export const stockInFilters: readonly Filter[] = [
  { kind: 'text', name: 'keyword', label: '关键词', placeholder: '单号、申购名称、姓名、发票号或资产编号' },
  { kind: 'select', name: 'state', label: '状态', options: stockInStates.map((s) => ({ value: s, label: stockInStateWords[s] })) },
  { kind: 'select', name: 'payment', label: '支付方式', options: payments.map((p) => ({ value: p, label: paymentWords[p] })) },
  { kind: 'flag', name: 'waiting', label: '只看待我处理' },
  { kind: 'days', name: 'from', until: 'to', label: '创建日期' },
]
