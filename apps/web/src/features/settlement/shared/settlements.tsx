import type { SettlementRow } from '@portal/contract/settlement/settlement'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { settlementRowActions, settlementBatch } from '../parts/list-actions.tsx'
import { settlementColumns as c, settlementFilters as f } from '../settlement.columns.tsx'
import { saveSettlements, useAllSettlements } from '../settlement.queries.ts'

/** The back office's settlements: all for finance, its own for a lab. */
export function Settlements({ plain }: { plain?: true }) {
  return (
    <ListPage<SettlementRow>
      {...(plain && { plain })}
      title="结算单"
      rows={useAllSettlements}
      columns={[c.number, c.way, c.books, c.starter, c.payer, c.lab, c.items, c.total, c.state, c.since]}
      filters={[f.keyword, f.state, f.way, f.lab, f.days, f.uninvoiced]}
      actions={settlementRowActions}
      batch={settlementBatch}
      onExport={saveSettlements}
      empty={{ text: '还没有结算单：测试单确认后由预约人或付款人发起' }}
    />
  )
}
