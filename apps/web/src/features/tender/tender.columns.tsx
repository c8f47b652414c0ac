import type { TenderRow } from '@portal/contract/tender/rows'
import {
  tenderMethods,
  tenderMethodWords,
  tenderStates,
  tenderStateWords,
} from '@portal/contract/tender/tender'
import { Link } from 'react-router'
import { EMPTY, formatMinute } from '../../lib/format.ts'
import { to } from '../../lib/paths.ts'
import type { Column } from '../../ui/list/data-table.tsx'
import type { Filter } from '../../ui/list/filters.tsx'
import { MoneyText } from '../../ui/money-text.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import { mineTags, tenderTag } from './tender.words.ts'

export const tenderPage = (id: number, more: Record<string, string> = {}): string =>
  to('/osp/subscribe/invitation', { id, ...more })

export const tenderColumns: Record<
  'number' | 'title' | 'method' | 'round' | 'opensAt' | 'quotations' | 'mine' | 'result' | 'state',
  Column<TenderRow>
> = {
  number: {
    key: 'number',
    title: '项目编号',
    width: 130,
    render: (t) => <Link to={tenderPage(t.id)}>{t.number}</Link>,
  },
  title: { key: 'title', title: '名称', main: true },
  method: { key: 'method', title: '采购方式', render: (t) => tenderMethodWords[t.method] },
  round: { key: 'round', title: '轮次', render: (t) => `第 ${t.round} 轮`, phone: false },
  opensAt: { key: 'opensAt', title: '报价开启时间', render: (t) => formatMinute(t.opensAt) },
  quotations: { key: 'quotations', title: '报价数', align: 'right', phone: false },
  mine: { key: 'mine', title: '我的报价', render: (t) => t.mine && <StateTag {...mineTags[t.mine]} /> },
  result: {
    key: 'result',
    title: '成交',
    render: (t) =>
      t.result ? (
        <>
          {t.result.supplier.name} <MoneyText fen={t.result.amountFen} />
        </>
      ) : (
        <span className="muted">{EMPTY}</span>
      ),
  },
  state: { key: 'state', title: '状态', render: (t) => <StateTag {...tenderTag(t.state)} /> },
}

export const tenderFilters = {
  keyword: { kind: 'text', name: 'keyword', label: '关键词', placeholder: '编号或名称' },
  state: {
    kind: 'select',
    name: 'state',
    label: '状态',
    options: tenderStates.map((s) => ({ value: s, label: tenderStateWords[s] })),
  },
  method: {
    kind: 'select',
    name: 'method',
    label: '采购方式',
    options: tenderMethods.map((m) => ({ value: m, label: tenderMethodWords[m] })),
  },
  days: { kind: 'days', name: 'from', until: 'to', label: '报价开启日期' },
  scope: {
    kind: 'select',
    name: 'scope',
    label: '范围',
    options: [
      { value: 'open', label: '可以报价' },
      { value: 'mine', label: '已报价' },
    ],
  },
} satisfies Record<string, Filter>
