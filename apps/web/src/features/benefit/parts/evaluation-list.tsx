import { benefitNumber, benefitStateWords } from '@portal/contract/benefit/benefit'
import { benefitCalls } from '@portal/contract/benefit/calls'
import type { BenefitRow } from '@portal/contract/benefit/evaluation'
import { EMPTY, formatDay } from '../../../lib/format.ts'
import { useLive } from '../../../lib/live.ts'
import { opinionAsked, saidOrNull } from '../../../lib/opinion.ts'
import { to } from '../../../lib/paths.ts'
import { deciding } from '../../../lib/verdicts.ts'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { Option } from '../../../ui/list/filters.tsx'
import { TwoLines } from '../../../ui/list/two-lines.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { listOptions } from '../../../ui/list/options.ts'
import type { BatchAction } from '../../../ui/list/row-actions.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { useEveryLab } from '../../lab/shared/lab-options.ts'
import { benefitTag, gradeTag, schemeText, sendBackPicks } from '../benefit.words.ts'
import { decideEvaluations, saveEvaluations, useEvaluations, useSchemes } from '../benefit.queries.ts'
import { DeviceLink, Points } from './columns.tsx'

const columns: readonly Column<BenefitRow>[] = [
  { key: 'number', title: '评价单', main: true, sort: 'id', width: 110, render: (e) => e.number },
  { key: 'scheme', title: '年度', render: (e) => schemeText(e.scheme) },
  { key: 'device', title: '仪器', render: (e) => <DeviceLink device={e.device} /> },
  {
    key: 'lab',
    title: '实验室与单位',
    render: (e) => <TwoLines first={e.device.lab.name} second={e.dept} />,
  },
  { key: 'state', title: '状态', render: (e) => <StateTag {...benefitTag(e.state)} /> },
  { key: 'dueOn', title: '填报截止', render: (e) => (e.state === 'draft' ? (e.dueOn ?? EMPTY) : EMPTY) },
  { key: 'total', title: '总分', align: 'right', render: (e) => <Points value={e.total} /> },
  { key: 'grade', title: '等级', render: (e) => (e.grade ? <StateTag {...gradeTag(e.grade)} /> : EMPTY) },
  { key: 'stateAt', title: '最近办理', sort: true, render: (e) => formatDay(e.stateAt), phone: false },
]

const decide = deciding(decideEvaluations, benefitNumber)
const batch: readonly BatchAction<BenefitRow>[] = [
  {
    label: (n) => `通过并公布 ${n} 台`,
    can: 'accept',
    confirm: (rows) => ({
      title: `通过并公布 ${rows.length} 台仪器的评价？`,
      text: '公布后数据和得分不再变化。每台单独处理，处理不了的会逐一说明。',
      ok: `通过并公布 ${rows.length} 台`,
    }),
    reason: opinionAsked,
    run: (rows, said) => decide(rows, 'approve', '公布', saidOrNull(said)),
  },
  {
    label: (n) => `退回 ${n} 台`,
    can: 'send_back',
    danger: true,
    confirm: (rows) => ({
      title: `退回 ${rows.length} 台仪器的评价？`,
      text: '由仪器联系人修改后重新提交。',
      ok: `退回 ${rows.length} 台`,
    }),
    reason: { label: '退回原因', required: true, picks: sendBackPicks },
    run: (rows, reason) => decide(rows, 'refuse', '退回', reason),
  },
]

function useSchemeOptions(): Option[] {
  const { data } = useSchemes()
  return (data?.items ?? []).map((s) => ({ value: s.id, label: schemeText(s) }))
}

/** The evaluations that concern the user. */
export function EvaluationList() {
  useLive(['me', 'inbox'], [benefitCalls.list])
  return (
    <ListPage<BenefitRow>
      title="效益评价单"
      plain
      rows={useEvaluations}
      columns={columns}
      filters={[
        { kind: 'text', name: 'keyword', label: '关键词', placeholder: '单号、仪器名称或资产编号' },
        { kind: 'select', name: 'schemeId', label: '评价年度', options: useSchemeOptions },
        { kind: 'select', name: 'state', label: '状态', options: listOptions(benefitStateWords) },
        {
          kind: 'select',
          name: 'scope',
          label: '范围',
          options: [{ value: 'waiting', label: '待我处理' }],
        },
        { kind: 'select', name: 'labId', label: '实验室', options: useEveryLab },
      ]}
      actions={[
        {
          label: (e) => (e.can.includes('submit') ? '填报' : e.can.includes('accept') ? '审核' : '查看'),
          to: (e) => to('/statistic/benefit', { id: e.id }),
        },
      ]}
      batch={batch}
      onExport={saveEvaluations}
      empty={{ text: '没有您负责的仪器参加效益评价；评价由设备处按年度发起' }}
    />
  )
}
