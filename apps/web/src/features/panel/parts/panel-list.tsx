import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { panelCalls, type PanelRow } from '@portal/contract/panel/calls'
import { panelStates, panelStateWords, type PanelKind } from '@portal/contract/panel/panel'
import { formatMinute } from '../../../lib/format.ts'
import { useLive } from '../../../lib/live.ts'
import { to } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/light.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { savePanels, usePanels } from '../panel.queries.ts'
import { panelAddress, panelTag, subjectAddress } from '../panel.words.ts'

const columns: readonly Column<PanelRow>[] = [
  { key: 'title', title: '论证事项', main: true, render: (p) => <Link to={panelAddress(p)}>{p.title}</Link> },
  { key: 'requester', title: '申请人', render: (p) => p.requester.name },
  { key: 'experts', title: '专家', align: 'right', render: (p) => `${p.experts} 人` },
  { key: 'signed', title: '已签署', align: 'right', render: (p) => `${p.signed} 人` },
  {
    key: 'agreed',
    title: '同意 / 不同意',
    align: 'right',
    render: (p) =>
      p.agreed !== null && (p.state === 'agreed' || p.state === 'disagreed')
        ? `${p.agreed} / ${p.signed - p.agreed}`
        : '—',
  },
  { key: 'state', title: '状态', render: (p) => <StateTag {...panelTag(p.state)} /> },
  {
    key: 'stateAt',
    title: '状态时间',
    sort: true,
    render: (p) => formatMinute(p.stateAt),
    phone: false,
  },
]

const noPurchases = {
  text: '还没有论证：提交达到论证条件的申购后自动产生',
  action: <ButtonLink to={to('/osp/subscribe/list')}>查看申购单</ButtonLink>,
}
const noScraps = {
  text: '还没有论证：提交达到论证条件的报废申请后自动产生',
  action: <ButtonLink to={to('/osp/asset/scraps')}>查看报废申请</ButtonLink>,
}

/** Panels of one kind: those that the user called or sits on; for the office, all. */
export function PanelList({
  title,
  kind,
  intro = null,
}: {
  title: string
  kind: PanelKind
  intro?: ReactNode
}) {
  useLive(['me'], [panelCalls.list])
  return (
    <ListPage<PanelRow>
      title={title}
      intro={intro}
      rows={usePanels}
      fixed={{ kind }}
      columns={columns}
      filters={[
        {
          kind: 'text',
          name: 'keyword',
          label: '关键词',
          placeholder: kind === 'scrap' ? '名称或资产编号' : '名称或申购单号',
        },
        {
          kind: 'select',
          name: 'state',
          label: '状态',
          options: panelStates.map((s) => ({ value: s, label: panelStateWords[s] })),
        },
        {
          kind: 'select',
          name: 'scope',
          label: '范围',
          options: [
            { value: 'mine', label: '与我有关' },
            { value: 'waiting', label: '待我签署' },
          ],
        },
      ]}
      actions={[
        { label: (p) => (p.mine ? '签署意见' : '查看'), to: (p) => panelAddress(p) },
        { label: kind === 'scrap' ? '报废单' : '申购单', to: subjectAddress },
        { label: '打印', to: (p) => panelAddress(p, 'print') },
      ]}
      onExport={savePanels}
      empty={kind === 'scrap' ? noScraps : noPurchases}
    />
  )
}
