import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { settlementCalls, type SettlementRow } from '@portal/contract/settlement/settlement'
import { useLive } from '../../../lib/live.ts'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { CardManagement } from '../../fund-card/shared/card-management.tsx'
import { settlementRowActions, settlementBatch } from '../parts/list-actions.tsx'
import { settlementColumns as c, settlementFilters as f } from '../settlement.columns.tsx'
import { saveSettlements, useWaitingSettlements } from '../settlement.queries.ts'

const tabs = [
  { key: 'waiting', title: '待处理' },
  { key: 'cards', title: '经费卡' },
]

/** Finance's page: settlements to deduct, confirm or refund, and fund cards. */
export default function FinancialPage() {
  const view = useSearchParams()[0].get('view') ?? 'waiting'
  const intro = <LinkTabs label="财务工作" name="view" tabs={tabs} value={view} />
  return view === 'cards' ? <CardManagement intro={intro} /> : <Waiting intro={intro} />
}

function Waiting({ intro }: { intro: ReactNode }) {
  useLive(['inbox'], [settlementCalls.awaitingMe])
  return (
    <ListPage<SettlementRow>
      title="财务管理"
      rows={useWaitingSettlements}
      columns={[c.number, c.way, c.books, c.payer, c.lab, c.items, c.total, c.state, c.since]}
      filters={[f.keyword, f.way, f.lab, f.days]}
      order="id asc"
      actions={settlementRowActions}
      batch={settlementBatch}
      onExport={(query, transfer) => saveSettlements({ ...query, scope: 'waiting' }, transfer)}
      intro={intro}
      empty={{ text: '没有待处理的结算单' }}
    />
  )
}
