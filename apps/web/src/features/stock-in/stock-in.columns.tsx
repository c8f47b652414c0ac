import { Link } from 'react-router'
import {
  payments,
  paymentWords,
  stockInStates,
  stockInStateWords,
  type StockInRow,
} from '@portal/contract/stock-in/stock-in'
import type { Column } from '../../ui/list/data-table.tsx'
import type { Filter } from '../../ui/list/filters.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import { followingColumns } from '../purchase/shared/following-columns.tsx'
import { findAddress, stockInTag } from './stock-in.words.ts'

const c = followingColumns<StockInRow>()
export const stockInColumns: readonly Column<StockInRow>[] = [
  {
    key: 'number',
    title: '入库单号',
    main: true,
    sort: 'id',
    width: 130,
    render: (s) => <Link to={findAddress(s)}>{s.number}</Link>,
  },
  c.purchase,
  c.supplier,
  { key: 'requester', title: '申购人', render: (s) => s.requester.name },
  c.dept,
  c.pieces,
  { ...c.total, sort: true },
  {
    key: 'payment',
    title: '支付方式',
    render: (s) => (s.payment ? paymentWords[s.payment] : '—'),
    phone: false,
  },
  {
    key: 'voucherNumber',
    title: '凭证号',
    render: (s) => [s.voucherNumber, s.paidOn].filter(Boolean).join('，') || '—',
    phone: false,
  },
  { key: 'state', title: '状态', render: (s) => <StateTag {...stockInTag(s.state)} /> },
  c.since,
]

export const stockInFilters: readonly Filter[] = [
  {
    kind: 'text',
    name: 'keyword',
    label: '关键词',
    placeholder: '单号、申购名称、姓名、发票号、凭证号或资产编号',
  },
  {
    kind: 'select',
    name: 'state',
    label: '状态',
    options: stockInStates.map((s) => ({ value: s, label: stockInStateWords[s] })),
  },
  {
    kind: 'select',
    name: 'payment',
    label: '支付方式',
    options: payments.map((p) => ({ value: p, label: paymentWords[p] })),
  },
  { kind: 'flag', name: 'waiting', label: '只看待我处理' },
  { kind: 'days', name: 'from', until: 'to', label: '创建日期' },
]
