import { Link } from 'react-router'
import { acceptanceScales, acceptanceScaleWords, acceptanceStates, acceptanceStateWords, type AcceptanceRow } from '@portal/contract/acceptance/acceptance'
import { formatMinute } from '../../lib/format.ts'
import { to } from '../../lib/paths.ts'
import type { Column } from '../../ui/list/data-table.tsx'
import type { Filter } from '../../ui/list/filters.tsx'
import { MoneyText } from '../../ui/money-text.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import { acceptanceTag, addressOf } from './acceptance.words.ts'

export const acceptanceColumns: readonly Column<AcceptanceRow>[] = [
  { key: 'number', title: '验收单号', main: true, width: 130, render: (a) => <Link to={addressOf(a)}>{a.number}</Link> },
  { key: 'purchase', title: '申购', render: (a) => <Link to={to('/osp/subscribe/subscribeFill', { id: a.purchase.id })}>{a.purchase.title}</Link> },
  { key: 'scale', title: '规模', render: (a) => acceptanceScaleWords[a.scale] },
  { key: 'supplier', title: '供应商', render: (a) => a.supplier?.name ?? '—', phone: false },
  { key: 'receiver', title: '验收人', render: (a) => a.receiver.name },
  { key: 'dept', title: '单位', render: (a) => a.dept.name, phone: false },
  { key: 'pieceCount', title: '台件', align: 'right' },
  { key: 'totalFen', title: '合同金额', align: 'right', render: (a) => <MoneyText fen={a.totalFen} strong /> },
  { key: 'state', title: '状态', render: (a) => <StateTag {...acceptanceTag(a.state)} /> },
  { key: 'stateAt', title: '状态时间', render: (a) => formatMinute(a.stateAt), phone: false },
]

export const acceptanceFilters: readonly Filter[] = [
  { kind: 'text', name: 'keyword', label: '关键词', placeholder: '单号、申购名称或验收人' },
  { kind: 'select', name: 'state', label: '状态', options: acceptanceStates.map((s) => ({ value: s, label: acceptanceStateWords[s] })) },
  { kind: 'select', name: 'scale', label: '规模', options: acceptanceScales.map((s) => ({ value: s, label: acceptanceScaleWords[s] })) },
  { kind: 'flag', name: 'waiting', label: '只看待我处理' },
  { kind: 'days', name: 'from', until: 'to', label: '创建日期' },
]
