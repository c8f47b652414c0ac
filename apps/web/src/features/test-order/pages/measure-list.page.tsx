import { useNavigate, useSearchParams } from 'react-router'
import {
  testOrderCalls,
  type TestOrderRow,
  type TestOrderScope,
} from '@portal/contract/test-order/test-order'
import { settlementCalls } from '@portal/contract/settlement/settlement'
import { useLive } from '../../../lib/live.ts'
import { to } from '../../../lib/paths.ts'
import type { RowsHook } from '../../../lib/query.ts'
import { ButtonLink } from '../../../ui/light.tsx'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import type { BatchAction } from '../../../ui/list/row-actions.tsx'
import type { Filter } from '../../../ui/list/filters.tsx'
import { useEveryLab } from '../../lab/shared/lab-options.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { testOrderRowActions, testOrderBatch } from '../parts/list-actions.tsx'
import { testOrderColumns as c, testOrderFilters as f } from '../test-order.columns.tsx'
import {
  saveTestOrders,
  useJudgedTestOrders,
  useLabTestOrders,
  useMyTestOrders,
  useTestOrdersToSettle,
  useWaitingTestOrders,
} from '../test-order.queries.ts'

const views = {
  pay: { title: '待结算', rows: useTestOrdersToSettle, empty: '没有待结算的测试单' },
  waiting: { title: '待我处理', rows: useWaitingTestOrders, empty: '没有需要您填写、审核或确认的测试单' },
  mine: {
    title: '我的测试单',
    rows: useMyTestOrders,
    empty: '还没有测试单：使用仪器或送样测试结束后，由设备审核员填写',
  },
  lab: { title: '我负责的', rows: useLabTestOrders, empty: '您负责的仪器还没有测试单' },
  judged: { title: '我处理过的', rows: useJudgedTestOrders, empty: '您还没有处理过测试单' },
} satisfies Record<string, { title: string; rows: RowsHook<TestOrderRow>; empty: string }>
type View = keyof typeof views
const exported: Partial<Record<View, TestOrderScope>> = { mine: 'mine', lab: 'lab' }
const labs: Filter = { kind: 'select', name: 'labId', label: '实验室', options: useEveryLab }
const tabs = Object.entries(views).map(([key, { title }]) => ({ key, title }))

/** Settlement items: to be paid, waiting for the user, and all that concern the user. */
export default function MeasureListPage() {
  const asked = useSearchParams()[0].get('view') ?? 'pay'
  const view: View = asked in views ? (asked as View) : 'pay'
  const judge = testOrderBatch
  const settle = useSettleBatch()
  useLive(['me'], [testOrderCalls.awaitingMe, testOrderCalls.mine, settlementCalls.waitPay])
  const { rows, empty } = views[view]
  const scope = exported[view]
  return (
    <ListPage<TestOrderRow>
      key={view}
      title="结算事项"
      rows={rows}
      columns={[c.number, c.device, c.lab, c.period, c.samples, c.booker, c.payer, c.total, c.state, c.since]}
      filters={
        view === 'pay'
          ? [f.keyword, labs]
          : [f.keyword, f.state, labs, ...(view === 'lab' ? [f.payerGone] : []), f.days]
      }
      actions={testOrderRowActions}
      batch={view === 'pay' ? settle : judge}
      {...(view === 'pay' && { whole: settleAll })}
      {...(scope && { onExport: (query) => saveTestOrders({ ...query, scope }) })}
      intro={<LinkTabs label="测试单范围" name="view" tabs={tabs} value={view} />}
      extra={<ButtonLink to={to('/account/payOrderDetail')}>我的结算单</ButtonLink>}
      empty={{ text: empty }}
    />
  )
}

/** Several test orders can be paid together if payer and lab are the same. */
function useSettleBatch(): BatchAction<TestOrderRow>[] {
  const navigate = useNavigate()
  return [
    {
      label: (n) => `合并结算 ${n} 条`,
      can: 'settle',
      run: (rows) => navigate(to('/account/payOrderDetail', { testOrders: rows.map((t) => t.id).join(',') })),
    },
  ]
}

/** Settles all filtered test orders, on all pages. */
const settleAll = ({ keyword, labId }: Record<string, unknown>, total: number, exact: boolean) =>
  total > 1 && (
    <ButtonLink
      size="small"
      kind="primary"
      to={to('/account/payOrderDetail', { all: true, keyword: keyword as string, labId: labId as string })}
    >
      结算{keyword || labId ? '筛选出的' : ''}全部{exact && ` ${total} 单`}
    </ButtonLink>
  )
