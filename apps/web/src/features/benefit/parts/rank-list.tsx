import { useSearchParams } from 'react-router'
import { rankedBy, type RankedBy, type RankRow } from '@portal/contract/benefit/ranking'
import { benefitGradeWords, benefitItemWords } from '@portal/contract/benefit/scheme'
import { to } from '../../../lib/paths.ts'
import type { Column } from '../../../ui/list/data-table.tsx'
import { TwoLines } from '../../../ui/list/two-lines.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { listOptions } from '../../../ui/list/options.ts'
import { StateTag } from '../../../ui/state-tag.tsx'
import { useDeptOptions } from '../../dept/shared/dept-options.ts'
import { gradeTag } from '../benefit.words.ts'
import { saveRanking, useRanking } from '../benefit.queries.ts'
import { ChooseOrder } from './choose-order.tsx'
import { Change, DeviceLink, Points, scoreColumns } from './columns.tsx'
import { SchemeBar, useScheme } from './use-scheme.tsx'

const byWords: Record<RankedBy, string> = { total: '总分', ...benefitItemWords }
const MINUTES_PER_HOUR = 60
/** The points for hours, and the effective hours behind them. */
const hoursColumn: Column<RankRow> = {
  key: 'hours',
  title: benefitItemWords.hours,
  align: 'right',
  render: (r) => (
    <TwoLines
      first={<Points value={r.scores.hours} />}
      second={`${(r.minutes / MINUTES_PER_HOUR).toFixed(1)} 小时`}
    />
  ),
}
const columnsBy = (by: RankedBy): readonly Column<RankRow>[] => [
  {
    key: 'rank',
    title: '名次',
    width: 80,
    render: (r) => (
      <TwoLines first={`${r.rank} / ${r.of}`} second={r.lastRank === null ? null : `上年 ${r.lastRank}`} />
    ),
  },
  { key: 'device', title: '仪器', main: true, render: (r) => <DeviceLink device={r.device} /> },
  {
    key: 'lab',
    title: '实验室与单位',
    render: (r) => <TwoLines first={r.lab.name} second={r.dept.name} />,
    phone: false,
  },
  { key: 'total', title: '总分', align: 'right', render: (r) => <Points value={r.total} strong /> },
  { key: 'grade', title: '等级', render: (r) => <StateTag {...gradeTag(r.grade)} /> },
  {
    key: 'change',
    // The change of the score that orders the list.
    title: '较上年',
    align: 'right',
    render: (r) => <Change now={by === 'total' ? r.total : r.scores[by]} before={r.lastScore} />,
  },
  ...scoreColumns<RankRow>().map((c) => (c.key === 'hours' ? hoursColumn : c)),
  { key: 'classCode', title: '分类号', phone: false, optional: true },
]

/** The user's own instruments; their ranks are those among all published ones of the year. */
export function RankList() {
  const [search] = useSearchParams()
  const by = rankedBy.find((k) => k === search.get('by')) ?? 'total'
  return (
    <SchemeBar chosen={useScheme()}>
      {(scheme) => (
        <ListPage<RankRow>
          title="效益评价排名"
          plain
          intro={
            <ChooseOrder
              label="排名依据"
              words={byWords}
              by={by}
              about="名次为全校已公布仪器中的名次；列出的是您可以查看的仪器"
            />
          }
          rows={useRanking}
          fixed={{ schemeId: scheme.id, by }}
          columns={columnsBy(by)}
          filters={[
            { kind: 'text', name: 'keyword', label: '关键词', placeholder: '仪器名称或资产编号' },
            { kind: 'select', name: 'deptId', label: '单位', options: useDeptOptions },
            { kind: 'text', name: 'classPrefix', label: '分类号', placeholder: '如 03、0301' },
            { kind: 'select', name: 'grade', label: '等级', options: listOptions(benefitGradeWords) },
          ]}
          actions={[{ label: '评价单', to: (r) => to('/statistic/benefit', { id: r.id }) }]}
          onExport={saveRanking}
          empty={{ text: '该年度还没有您可以查看的已公布评价' }}
        />
      )}
    </SchemeBar>
  )
}
