import { Link } from 'react-router'
import {
  payWays,
  payWayWords,
  settlementStates,
  settlementStateWords,
  type SettlementRow,
} from '@portal/contract/settlement/settlement'
import { EMPTY } from '../../lib/format.ts'
import { to } from '../../lib/paths.ts'
import type { Column } from '../../ui/list/data-table.tsx'
import { sinceColumn } from '../../ui/list/since-column.ts'
import type { Filter } from '../../ui/list/filters.tsx'
import { TwoLines } from '../../ui/list/two-lines.tsx'
import { MoneyText } from '../../ui/money-text.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import { useEveryLab } from '../lab/shared/lab-options.ts'
import { wholeTag } from './settlement.words.ts'

// Columns shared by the lists of settlements.

export const settlementColumns: Record<
  'number' | 'way' | 'books' | 'starter' | 'payer' | 'lab' | 'items' | 'total' | 'state' | 'since',
  Column<SettlementRow>
> = {
  number: {
    key: 'id',
    title: '结算单号',
    sort: true,
    main: true,
    width: 130,
    render: (s) => <Link to={to('/account/payOrderDetail', { id: s.id })}>{s.number}</Link>,
  },
  way: { key: 'way', title: '方式', render: (s) => payWayWords[s.way] },
  books: {
    key: 'books',
    title: '经费卡与凭证号',
    for: ['books'],
    render: (s) => <TwoLines first={s.books?.cards || EMPTY} second={s.books?.voucher} />,
    phone: false,
  },
  // The payer owns the bill; the starter is shown for queries.
  starter: {
    key: 'starter',
    title: '发起人',
    render: (s) => s.starter.name,
    phone: false,
    for: ['benches'],
  },
  payer: { key: 'payer', title: '付款人', render: (s) => s.payer.name },
  lab: { key: 'lab', title: '实验室', render: (s) => s.lab.name },
  items: { key: 'itemCount', title: '测试单数', align: 'right', phone: false, for: ['benches'] },
  total: {
    key: 'totalFen',
    title: '金额',
    align: 'right',
    sort: true,
    render: (s) => <MoneyText fen={s.totalFen} strong />,
  },
  state: { key: 'state', title: '状态', render: (s) => <StateTag {...wholeTag(s)} /> },
  since: sinceColumn,
}

export const settlementFilters = {
  keyword: { kind: 'text', name: 'keyword', label: '关键词', placeholder: '单号或姓名' },
  state: {
    kind: 'select',
    name: 'state',
    label: '状态',
    options: settlementStates.map((s) => ({ value: s, label: settlementStateWords[s] })),
  },
  way: {
    kind: 'select',
    name: 'way',
    label: '方式',
    options: payWays.map((w) => ({ value: w, label: payWayWords[w] })),
  },
  lab: { kind: 'select', name: 'labId', label: '实验室', options: useEveryLab },
  days: { kind: 'days', name: 'from', until: 'to', label: '发起日期' },
  uninvoiced: { kind: 'flag', name: 'uninvoiced', label: '只看待开票' },
} satisfies Record<string, Filter>
