import { Link } from 'react-router'
import {
  proposalWords,
  testOrderStates,
  testOrderStateWords,
  type TestOrderRow,
} from '@portal/contract/test-order/test-order'
import { to } from '../../lib/paths.ts'
import type { Column } from '../../ui/list/data-table.tsx'
import { sinceColumn } from '../../ui/list/since-column.ts'
import type { Filter } from '../../ui/list/filters.tsx'
import { MoneyText } from '../../ui/money-text.tsx'
import { Period } from '../../ui/period.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import { testOrderTag, unusedWords } from './test-order.words.ts'

// Columns shared by the lists of test orders.

export const testOrderColumns: Record<
  | 'number'
  | 'device'
  | 'asset'
  | 'lab'
  | 'period'
  | 'samples'
  | 'booker'
  | 'payer'
  | 'total'
  | 'state'
  | 'since',
  Column<TestOrderRow>
> = {
  number: {
    key: 'id',
    title: '测试单号',
    sort: true,
    width: 120,
    render: (t) => <Link to={to('/account/orderDetail', { id: t.id })}>{t.number}</Link>,
  },
  device: { key: 'device', title: '仪器', main: true, render: (t) => t.device.name },
  asset: {
    key: 'serialId',
    title: '资产编号',
    for: ['assets'],
    render: (t) => t.device.serialId,
    phone: false,
  },
  lab: { key: 'lab', title: '实验室', render: (t) => t.lab.name, phone: false },
  period: {
    key: 'startAt',
    title: '实际使用',
    sort: true,
    render: (t) =>
      t.startAt ? (
        <Period brief from={t.startAt} to={t.endAt} />
      ) : (
        <span className="muted">{unusedWords(t)}</span>
      ),
  },
  samples: { key: 'sampleCount', title: '样品数', align: 'right', phone: false, for: ['benches'] },
  booker: { key: 'booker', title: '预约人', render: (t) => t.booker.name },
  payer: {
    key: 'payer',
    title: '付款人',
    render: (t) => (
      <>
        {t.payer.name}
        {t.payerGone && <span className="muted">（已停用）</span>}
      </>
    ),
    phone: false,
  },
  total: {
    key: 'totalFen',
    title: '费用',
    align: 'right',
    sort: true,
    render: (t) => <MoneyText fen={t.totalFen} strong />,
  },
  state: {
    key: 'state',
    title: '状态',
    render: (t) => (
      <>
        <StateTag {...testOrderTag(t.state)} />
        {t.proposed && <span className="muted"> {proposalWords[t.proposed]}</span>}
      </>
    ),
  },
  since: sinceColumn,
}

export const testOrderFilters = {
  keyword: { kind: 'text', name: 'keyword', label: '关键词', placeholder: '单号、仪器或姓名' },
  state: {
    kind: 'select',
    name: 'state',
    label: '状态',
    options: testOrderStates.map((s) => ({ value: s, label: testOrderStateWords[s] })),
  },
  payerGone: {
    kind: 'select',
    name: 'payerGone',
    label: '付款人',
    options: [{ value: 'true', label: '付款人已停用' }],
  },
  days: { kind: 'days', name: 'from', until: 'to', label: '使用日期' },
} satisfies Record<string, Filter>
