import type { TenderRow } from '@portal/contract/tender/rows'
import { tenderStates, tenderStateWords } from '@portal/contract/tender/tender'
import { Link } from 'react-router'
import { to } from '../../../lib/paths.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import type { RowAction } from '../../../ui/list/row-actions.tsx'
import { tenderColumns as c, tenderFilters as f, tenderPage } from '../tender.columns.tsx'
import { saveTenders, useTenderCounts, useTenders } from '../tender.queries.ts'
import './tender.css'

const labelOf = ({ can, mine }: TenderRow): string => {
  if (can.includes('announce')) return '编制'
  if (can.includes('quote')) return mine === 'quoted' ? '查看报价' : '报价'
  if (can.includes('open')) return '开标'
  return can.includes('evaluate') ? '评审' : '查看'
}
const actions: readonly RowAction<TenderRow>[] = [{ label: labelOf, to: (t) => tenderPage(t.id) }]

/** The tendering office works here, the equipment office looks. */
export const OfficeTenders = () => (
  <ListPage<TenderRow>
    plain
    title="招标项目"
    rows={useTenders}
    columns={[c.number, c.title, c.method, c.round, c.opensAt, c.quotations, c.result, c.state]}
    filters={[f.keyword, f.state, f.method, f.days]}
    actions={actions}
    onExport={saveTenders}
    intro={<Counts />}
    empty={{ text: '还没有招标项目：申购通过审批、金额达到招标起点后自动建立' }}
  />
)

/** A supplier's, and those of one's own purchases. */
export const OwnTenders = () => (
  <ListPage<TenderRow>
    plain
    title="我的招标项目"
    rows={useTenders}
    columns={[c.number, c.title, c.method, c.opensAt, c.mine, c.result, c.state]}
    filters={[f.keyword, f.scope, f.method, f.days]}
    actions={actions}
    empty={{ text: '没有与您有关的招标项目：受邀或公开招标后在此显示' }}
  />
)

function Counts() {
  const { data = [] } = useTenderCounts()
  const of = new Map(data.map((d) => [d.state, d.count]))
  return (
    <nav className="tender-counts no-print" aria-label="按状态查看">
      {tenderStates.map((state) => (
        <Link key={state} to={to('/osp/subscribe/invitation', { state })}>
          {tenderStateWords[state]} <b>{of.get(state) ?? 0}</b>
        </Link>
      ))}
    </nav>
  )
}
