import type { TestOrderRow } from '@portal/contract/test-order/test-order'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { useEveryLab } from '../../lab/shared/lab-options.ts'
import { testOrderRowActions, testOrderBatch } from '../parts/list-actions.tsx'
import { testOrderColumns as c, testOrderFilters as f } from '../test-order.columns.tsx'
import { saveTestOrders, useAllTestOrders } from '../test-order.queries.ts'

/** The back office's test orders: all, or those of the user's labs. */
export function TestOrders({ plain }: { plain?: true }) {
  return (
    <ListPage<TestOrderRow>
      {...(plain && { plain })}
      title="测试单"
      rows={useAllTestOrders}
      columns={[
        c.number,
        c.device,
        c.asset,
        // Reviewers know their own laboratory, so the column is shown by default only to other duties.
        { ...c.lab, for: ['books', 'assets'] },
        c.period,
        { ...c.samples, optional: true },
        c.booker,
        { ...c.payer, for: ['benches', 'books'] },
        c.total,
        c.state,
        { ...c.since, for: ['benches', 'books'] },
      ]}
      filters={[
        f.keyword,
        f.state,
        { kind: 'select', name: 'labId', label: '实验室', options: useEveryLab },
        f.payerGone,
        f.days,
      ]}
      actions={testOrderRowActions}
      batch={testOrderBatch}
      onExport={(query, transfer) => saveTestOrders({ ...query, scope: 'all' }, transfer)}
      empty={{ text: '还没有测试单：预约使用结束后自动生成' }}
    />
  )
}
