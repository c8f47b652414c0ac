import { Link } from 'react-router'
import {
  acceptanceScales,
  acceptanceScaleWords,
  acceptanceStates,
  acceptanceStateWords,
  type AcceptanceRow,
} from '@portal/contract/acceptance/acceptance'
import type { Column } from '../../ui/list/data-table.tsx'
import type { Filter } from '../../ui/list/filters.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import { followingColumns } from '../purchase/shared/following-columns.tsx'
import { acceptanceTag, findAddress, sizeWords } from './acceptance.words.ts'

const c = followingColumns<AcceptanceRow>()
export const acceptanceColumns: readonly Column<AcceptanceRow>[] = [
  {
    key: 'number',
    title: '验收单号',
    main: true,
    sort: 'id',
    width: 130,
    render: (a) => <Link to={findAddress(a)}>{a.number}</Link>,
  },
  c.purchase,
  { key: 'scale', title: '规模', render: (a) => sizeWords[a.scale] },
  c.supplier,
  { key: 'receiver', title: '验收人', render: (a) => a.receiver.name },
  c.dept,
  c.pieces,
  c.total,
  { key: 'state', title: '状态', render: (a) => <StateTag {...acceptanceTag(a.state)} /> },
  c.since,
]

export const acceptanceFilters: readonly Filter[] = [
  { kind: 'text', name: 'keyword', label: '关键词', placeholder: '单号、申购名称或验收人' },
  {
    kind: 'select',
    name: 'state',
    label: '状态',
    options: acceptanceStates.map((s) => ({ value: s, label: acceptanceStateWords[s] })),
  },
  {
    kind: 'select',
    name: 'scale',
    label: '规模',
    options: acceptanceScales.map((s) => ({ value: s, label: acceptanceScaleWords[s] })),
  },
  { kind: 'flag', name: 'waiting', label: '只看待我处理' },
  { kind: 'days', name: 'from', until: 'to', label: '创建日期' },
]
