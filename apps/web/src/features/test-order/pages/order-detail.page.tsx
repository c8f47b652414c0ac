import { useSearchParams } from 'react-router'
import { testOrderCalls } from '@portal/contract/test-order/test-order'
import { useLive } from '../../../lib/live.ts'
import { to } from '../../../lib/paths.ts'
import { DetailPage } from '../../../ui/detail/detail-page.tsx'
import { History } from '../../../ui/detail/history.tsx'
import { ProgressStrip, stepsOf } from '../../../ui/detail/progress-strip.tsx'
import { ButtonLink, Card } from '../../../ui/light.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { BillLines } from '../../price-plan/shared/bill-lines.tsx'
import { AuditPanel } from '../parts/audit-panel.tsx'
import { ResultFiles } from '../parts/result-files.tsx'
import { CorrectButton, Versions } from '../parts/versions.tsx'
import { ProposalPanel } from '../parts/proposal-panel.tsx'
import { TestOrderSummary } from '../shared/test-order-summary.tsx'
import { useTestOrder } from '../test-order.queries.ts'
import { testOrderTag } from '../test-order.words.ts'

/** One test order: where it stands, what was done, what it costs, what can be done with it. */
export default function TestOrderPage() {
  const [search] = useSearchParams()
  const [id, bookingId] = [search.get('id') ?? undefined, search.get('bookingId') ?? undefined]
  const chosen = !!(id || bookingId)
  const query = useTestOrder({ query: { id, bookingId } }, { staleTime: 0, enabled: chosen })
  useLive(['me'], [testOrderCalls.measureInfo])
  return (
    <DetailPage
      query={query}
      name="测试单"
      list={{ to: to('/account/measure-list'), text: '结算事项' }}
      missing={chosen ? null : '请先选择一张测试单'}
      title={(t) => (
        <>
          测试单 {t.number} <StateTag {...testOrderTag(t.state)} />
        </>
      )}
      extra={(t) => (
        <>
          {t.can.includes('fill') && (
            <ButtonLink kind="primary" to={to('/account/measureInfo', { id: t.id })}>
              填写测试单
            </ButtonLink>
          )}
          {t.can.includes('correct') && <CorrectButton order={t} />}
          {t.can.includes('settle') && (
            <ButtonLink kind="primary" to={to('/account/payOrderDetail', { testOrders: t.id })}>
              发起结算
            </ButtonLink>
          )}
        </>
      )}
    >
      {(t) => (
        <>
          <ProgressStrip steps={stepsOf(t.progress)} />
          {t.can.some((word) => ['approve', 'confirm', 'agree', 'return'].includes(word)) && (
            <AuditPanel key={t.stateAt} order={t} />
          )}
          <ProposalPanel order={t} />
          <Card title="测试信息">
            <TestOrderSummary order={t} />
          </Card>
          <Card title="费用">
            <BillLines caption="实际费用" lines={t.bill.lines} totalFen={t.totalFen} />
          </Card>
          {(t.files.length > 0 || t.filesCan.includes('add')) && <ResultFiles order={t} />}
          <Versions order={t} />
          <Card title="办理记录">
            <History entries={t.history} />
          </Card>
        </>
      )}
    </DetailPage>
  )
}
