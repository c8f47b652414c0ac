import { useSearchParams } from 'react-router'
import { groupedBy, type GroupRow } from '@portal/contract/benefit/ranking'
import { benefitGrades, benefitGradeWords } from '@portal/contract/benefit/scheme'
import type { Column } from '../../../ui/list/data-table.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { saveGroups, useGroups } from '../benefit.queries.ts'
import { ChooseOrder } from './choose-order.tsx'
import { Change, Points, scoreColumns } from './columns.tsx'
import { SchemeBar, useScheme } from './use-scheme.tsx'

const byWords: Record<(typeof groupedBy)[number], string> = { dept: '单位', class: '分类' }
const columns: readonly Column<GroupRow>[] = [
  { key: 'name', title: '名称', main: true },
  { key: 'devices', title: '台数', align: 'right' },
  { key: 'total', title: '平均总分', align: 'right', render: (g) => <Points value={g.total} strong /> },
  {
    key: 'change',
    title: '较上年',
    align: 'right',
    render: (g) => <Change now={g.total} before={g.lastTotal} />,
  },
  ...scoreColumns<GroupRow>(),
  ...benefitGrades.map((grade): Column<GroupRow> => ({
    key: grade,
    title: benefitGradeWords[grade],
    align: 'right',
    render: (g) => <span className="num">{g[grade]}</span>,
  })),
]

/** Averages by department or class, over what the user may see. */
export function GroupList() {
  const [search] = useSearchParams()
  const by = groupedBy.find((k) => k === search.get('by')) ?? 'dept'
  return (
    <SchemeBar chosen={useScheme()}>
      {(scheme) => (
        <ListPage<GroupRow>
          title="效益评价汇总"
          plain
          intro={
            <ChooseOrder
              label="汇总依据"
              words={byWords}
              by={by}
              about="按您可以查看的已公布仪器取平均；单位为公布时仪器所在单位"
            />
          }
          rows={useGroups}
          rowKey={(g) => g.key}
          fixed={{ schemeId: scheme.id, by }}
          columns={columns}
          onExport={saveGroups}
          empty={{ text: '该年度还没有您可以查看的已公布评价' }}
        />
      )}
    </SchemeBar>
  )
}
