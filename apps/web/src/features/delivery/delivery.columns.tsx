import { Link } from 'react-router'
import { deliveryStates, deliveryStateWords, type DeliveryRow } from '@portal/contract/delivery/delivery'
import type { ScreenPath } from '@portal/contract/screens'
import { to } from '../../lib/paths.ts'
import type { Column } from '../../ui/list/data-table.tsx'
import { sinceColumn } from '../../ui/list/since-column.ts'
import type { Filter } from '../../ui/list/filters.tsx'
import { MoneyText } from '../../ui/money-text.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import { deliveryTag } from './delivery.words.ts'

/** `path`: the page on which the reader opens a delivery. */
export const deliveryColumns = (
  path: ScreenPath,
): Record<
  'number' | 'title' | 'supplier' | 'contract' | 'by' | 'pieces' | 'total' | 'state' | 'since',
  Column<DeliveryRow>
> => ({
  number: {
    key: 'id',
    title: '供货单号',
    main: true,
    sort: true,
    width: 130,
    render: (d) => <Link to={to(path, { id: d.id })}>{d.number}</Link>,
  },
  title: { key: 'title', title: '采购项目', render: (d) => `${d.purchase.title}（${d.purchase.number}）` },
  supplier: { key: 'supplier', title: '供应商', width: 150, render: (d) => d.supplier.name },
  contract: { key: 'contractNumber', title: '合同编号', phone: false },
  by: { key: 'deliverBy', title: '交货期限', width: 110 },
  pieces: {
    key: 'pieceCount',
    title: '已填/台件',
    align: 'right',
    render: (d) => `${d.pieceCount - d.expectedCount} / ${d.pieceCount}`,
  },
  total: {
    key: 'totalFen',
    title: '合同金额',
    align: 'right',
    render: (d) => <MoneyText fen={d.totalFen} strong />,
  },
  state: { key: 'state', title: '状态', render: (d) => <StateTag {...deliveryTag(d.state)} /> },
  since: sinceColumn,
})

export const deliveryFilters = {
  keyword: { kind: 'text', name: 'keyword', label: '关键词', placeholder: '单号、合同编号、项目或供应商' },
  state: {
    kind: 'select',
    name: 'state',
    label: '状态',
    options: deliveryStates.map((s) => ({ value: s, label: deliveryStateWords[s] })),
  },
  overdue: { kind: 'flag', name: 'overdue', label: '只看已过交货期' },
  days: { kind: 'days', name: 'from', until: 'to', label: '合同登记日期' },
} satisfies Record<string, Filter>
