import { useSearchParams } from 'react-router'
import { settlementCalls, type SettlementRow } from '@portal/contract/settlement/settlement'
import { useLive } from '../../../lib/live.ts'
import { to } from '../../../lib/paths.ts'
import { ButtonLink, Card } from '../../../ui/light.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { ProcessPage } from '../../../ui/process/process-page.tsx'
import { parseIds } from '../form.rules.ts'
import { CreateSettlement } from '../parts/create-settlement.tsx'
import { settlementRowActions, settlementBatch } from '../parts/list-actions.tsx'
import { PostingForm, RefundForm } from '../parts/finance-records.tsx'
import { Invoice } from '../parts/invoice.tsx'
import { settlement } from '../shared/settlement.process.tsx'
import { settlementColumns as c, settlementFilters as f } from '../settlement.columns.tsx'
import { saveSettlements, useSettlements } from '../settlement.queries.ts'

/**
 * `id`: one settlement; `testOrders`: new ones of these test orders; `all`: of all filtered ones that wait;
 * otherwise all settlements that concern the user.
 */
export default function PayOrderPage() {
  const [search] = useSearchParams()
  const id = Number(search.get('id')) || 0
  const testOrderIds = parseIds(search.get('testOrders'))
  if (id)
    return (
      <ProcessPage
        key={id}
        process={settlement}
        forms={{ refund: RefundForm, post: PostingForm }}
        id={id}
        above={(s) =>
          s.barred !== null && (
            <Card>
              <p role="note">{s.barred}</p>
            </Card>
          )
        }
        below={(s) => s.invoice !== null && <Invoice id={s.id} invoice={s.invoice} />}
      />
    )
  const asked = Object.fromEntries(
    ['keyword', 'labId', 'payerId'].flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : [])),
  )
  const wanted = testOrderIds.length
    ? { testOrderIds: testOrderIds.join() }
    : search.has('all')
      ? asked
      : null
  return wanted ? <CreateSettlement key={JSON.stringify(wanted)} wanted={wanted} /> : <MySettlements />
}

function MySettlements() {
  useLive(['me'], [settlementCalls.list])
  return (
    <ListPage<SettlementRow>
      title="我的结算单"
      rows={useSettlements}
      columns={[c.number, c.way, c.starter, c.payer, c.lab, c.items, c.total, c.state, c.since]}
      filters={[f.keyword, f.state, f.way, f.days]}
      actions={settlementRowActions}
      batch={settlementBatch}
      onExport={saveSettlements}
      extra={<ButtonLink to={to('/account/measure-list')}>待结算的测试单</ButtonLink>}
      empty={{
        text: '还没有结算单',
        action: <ButtonLink to={to('/account/measure-list')}>查看待结算的测试单</ButtonLink>,
      }}
    />
  )
}
