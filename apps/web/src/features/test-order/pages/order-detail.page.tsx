import { useSearchParams } from 'react-router'
import { to } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/light.tsx'
import { ProcessView } from '../../../ui/process/process-page.tsx'
import { Proposing } from '../parts/proposing.tsx'
import { ResultFiles } from '../parts/result-files.tsx'
import { TestOrderSheet } from '../parts/test-order-sheet.tsx'
import { CorrectButton, Versions } from '../parts/versions.tsx'
import { testOrder } from '../shared/test-order.process.tsx'
import { useTestOrder } from '../test-order.queries.ts'

/** One test order: progress, use, price, actions; with `print` for paper. */
export default function TestOrderPage() {
  const [search] = useSearchParams()
  const [id, bookingId] = [search.get('id') ?? undefined, search.get('bookingId') ?? undefined]
  const chosen = !!(id || bookingId)
  const query = useTestOrder({ query: { id, bookingId } }, { staleTime: 0, enabled: chosen })
  if (search.get('print') && query.data) return <TestOrderSheet order={query.data} />
  return (
    <ProcessView
      process={testOrder}
      forms={{ propose_payer: Proposing }}
      query={query}
      missing={chosen ? null : '请先选择一张测试单'}
      links={(t) => (
        <>
          {t.can.includes('fill') && (
            <ButtonLink kind="primary" to={to('/account/measureInfo', { id: t.id })}>
              填写测试单
            </ButtonLink>
          )}
          {t.entersResults.forGroup && !t.lateCancel && !t.noShow && (
            <ButtonLink to={to('/account/results', { device: t.device.id })}>登记成果</ButtonLink>
          )}
          {t.state !== 'draft' && (
            <ButtonLink to={to('/account/orderDetail', { id: t.id, print: 1 })}>打印测试单</ButtonLink>
          )}
          {t.can.includes('correct') && <CorrectButton order={t} />}
          {t.can.includes('settle') && (
            <ButtonLink kind="primary" to={to('/account/payOrderDetail', { testOrders: t.id })}>
              发起结算
            </ButtonLink>
          )}
        </>
      )}
      below={(t) => (
        <>
          {(t.files.length > 0 || t.filesCan.includes('add')) && <ResultFiles order={t} />}
          <Versions order={t} />
        </>
      )}
    />
  )
}
