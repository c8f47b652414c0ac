import { Link } from 'react-router'
import {
  purchaseMethods,
  purchaseMethodWords,
  purchaseStates,
  purchaseStateWords,
} from '@portal/contract/purchase/purchase'
import type { PurchaseRow } from '@portal/contract/purchase/rows'
import { to } from '../../lib/paths.ts'
import type { Column } from '../../ui/list/data-table.tsx'
import { sinceColumn } from '../../ui/list/since-column.ts'
import type { Filter } from '../../ui/list/filters.tsx'
import { MoneyText } from '../../ui/money-text.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import { useDeptOptions } from '../dept/shared/dept-options.ts'
import { purchaseTag } from './purchase.words.ts'

// Columns shared by the lists of purchases.

const kinds = (p: PurchaseRow) =>
  [p.precious && '贵重', p.imported && '进口'].filter(Boolean).join('、') || '—'

export const purchaseColumns: Record<
  | 'number'
  | 'title'
  | 'requester'
  | 'dept'
  | 'budget'
  | 'kinds'
  | 'method'
  | 'supplier'
  | 'contract'
  | 'state'
  | 'since',
  Column<PurchaseRow>
> = {
  number: {
    key: 'id',
    title: '申购单号',
    sort: true,
    width: 130,
    render: (p) => <Link to={to('/osp/subscribe/subscribeFill', { id: p.id })}>{p.number}</Link>,
  },
  title: { key: 'title', title: '申购名称', main: true, render: (p) => p.title },
  requester: { key: 'requester', title: '申购人', render: (p) => p.requester.name },
  dept: { key: 'dept', title: '单位', render: (p) => p.dept.name, phone: false },
  budget: {
    key: 'budgetFen',
    title: '预算',
    align: 'right',
    sort: true,
    render: (p) => <MoneyText fen={p.budgetFen} strong />,
  },
  kinds: { key: 'kinds', title: '论证', render: kinds, phone: false },
  method: {
    key: 'method',
    title: '采购方式',
    render: (p) => (p.method ? purchaseMethodWords[p.method] : '—'),
  },
  supplier: { key: 'supplier', title: '供应商', render: (p) => p.supplier?.name ?? '—', phone: false },
  contract: {
    key: 'contractFen',
    title: '合同金额',
    align: 'right',
    render: (p) => (p.contractFen === null ? '—' : <MoneyText fen={p.contractFen} />),
    phone: false,
  },
  state: { key: 'state', title: '状态', render: (p) => <StateTag {...purchaseTag(p.state)} /> },
  since: sinceColumn,
}

export const purchaseFilters = {
  keyword: { kind: 'text', name: 'keyword', label: '关键词', placeholder: '单号、名称、设备或申购人' },
  scope: {
    kind: 'select',
    name: 'scope',
    label: '范围',
    options: [
      { value: 'mine', label: '我申购的' },
      { value: 'waiting', label: '待我处理' },
    ],
  },
  state: {
    kind: 'select',
    name: 'state',
    label: '状态',
    options: purchaseStates.map((s) => ({ value: s, label: purchaseStateWords[s] })),
  },
  dept: { kind: 'select', name: 'deptId', label: '单位', options: useDeptOptions },
  method: {
    kind: 'select',
    name: 'method',
    label: '采购方式',
    options: purchaseMethods.map((m) => ({ value: m, label: purchaseMethodWords[m] })),
  },
  precious: { kind: 'flag', name: 'precious', label: '贵重仪器' },
  imported: { kind: 'flag', name: 'imported', label: '进口设备' },
  days: { kind: 'days', name: 'from', until: 'to', label: '填报日期' },
} satisfies Record<string, Filter>
