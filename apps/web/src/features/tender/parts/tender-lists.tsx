import { tenderCalls } from '@portal/contract/tender/calls'
import type { TenderRow } from '@portal/contract/tender/rows'
import { sourcingWords, tenderNumber, tenderStates, tenderStateWords } from '@portal/contract/tender/tender'
import { Link } from 'react-router'
import { useLive } from '../../../lib/live.ts'
import { to } from '../../../lib/paths.ts'
import { useHolds, useUser } from '../../../lib/session.ts'
import { pickSeen, sayInParts } from '../../../lib/verdicts.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import type { BatchAction, RowAction } from '../../../ui/list/row-actions.tsx'
import { tenderColumns as c, tenderFilters as f, tenderPage } from '../tender.columns.tsx'
import { saveTenders, useTakeTenders, useTenderCounts, useTenders } from '../tender.queries.ts'
import './tender.css'

const findLabel = ({ can, mine, method }: TenderRow): string => {
  if (can.includes('announce')) return '编制'
  if (can.includes('quote')) return mine === 'quoted' ? '查看报价' : '报价'
  if (can.includes('open')) return sourcingWords[method].opening
  if (can.includes('sign')) return '评审'
  if (can.includes('award')) return '定标'
  return can.includes('conclude') ? '汇总' : '查看'
}
const actions: readonly RowAction<TenderRow>[] = [{ label: findLabel, to: (t) => tenderPage(t.id) }]

function useBatch(): BatchAction<TenderRow>[] {
  const take = useTakeTenders()
  const run = (rows: readonly TenderRow[], step: 'announce' | 'open', word: string) =>
    sayInParts(rows, (part) => take.run({ body: { step, items: part.map(pickSeen) } }), word, tenderNumber)
  return [
    {
      label: (n) => `发布 ${n} 个`,
      can: 'announce',
      confirm: (rows) => ({
        title: `发布 ${rows.length} 个公告？`,
        text: '以最近保存的内容发布，发布后不能修改。公告、报价开启时间或供应商不齐的不会发布，并逐一说明。',
        ok: `发布 ${rows.length} 个`,
      }),
      run: (rows) => run(rows, 'announce', '发布'),
    },
    {
      label: (n) => `开启 ${n} 个项目的报价`,
      can: 'open',
      confirm: (rows) => ({
        title: `现在开启 ${rows.length} 个项目的报价？`,
        text: `将开启共 ${rows.reduce((sum, t) => sum + (t.quotations ?? 0), 0)} 份报价。`,
        ok: `开启 ${rows.length} 个`,
      }),
      run: (rows) => run(rows, 'open', '开启报价'),
    },
  ]
}

/** Tenders for the tendering office, which works on them, and the equipment office, which only reads. */
export function OfficeTenders() {
  const acts = useHolds(['TENDER_ALL'])
  const batch = useBatch()
  useLive(['inbox'], [tenderCalls.list, tenderCalls.counts])
  return (
    <ListPage<TenderRow>
      plain
      title="采购项目"
      rows={useTenders}
      columns={[c.number, c.title, c.method, c.round, c.opensAt, c.quotations, c.result, c.state]}
      filters={[f.keyword, f.state, f.method, f.days]}
      actions={actions}
      {...(acts && { batch })}
      onExport={saveTenders}
      intro={<Counts />}
      empty={{ text: '还没有采购项目：申购通过审批、金额达到比价起点后自动建立' }}
    />
  )
}

/** A supplier's tenders with their quotations; for other users those of their own purchases. */
export function OwnTenders() {
  const quotes = useUser()?.roles.includes('SUPPLIER')
  return (
    <ListPage<TenderRow>
      plain
      title="我的采购项目"
      rows={useTenders}
      columns={
        quotes
          ? [c.number, c.title, c.method, c.opensAt, c.mine, c.result, c.state]
          : [c.number, c.title, c.method, c.opensAt, c.result, c.state]
      }
      filters={quotes ? [f.keyword, f.scope, f.method, f.days] : [f.keyword, f.state, f.method, f.days]}
      actions={actions}
      empty={{ text: '没有与您有关的采购项目：受邀报价或公开招标后在此显示' }}
    />
  )
}

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
