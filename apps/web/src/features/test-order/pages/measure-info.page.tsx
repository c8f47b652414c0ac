import { useSearchParams } from 'react-router'
import type { TestOrderDetail } from '@portal/contract/test-order/test-order'
import { to } from '../../../lib/paths.ts'
import { DetailPage } from '../../../ui/detail/detail-page.tsx'
import { ProgressStrip, listSteps } from '../../../ui/detail/progress-strip.tsx'
import { ButtonLink, Card, Empty } from '../../../ui/light.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { useAsked } from '../../form/shared/use-asked.ts'
import { FillForm } from '../parts/fill-form.tsx'
import { ResultFiles } from '../parts/result-files.tsx'
import { Versions } from '../parts/versions.tsx'
import { TestOrderSummary } from '../shared/test-order-summary.tsx'
import { useTestOrder } from '../test-order.queries.ts'
import { testOrderTag } from '../test-order.words.ts'

/** The form with the fields that the instrument asks of a result. */
function Filling({ order: t }: { order: TestOrderDetail }) {
  const query = useAsked({ query: { deviceId: t.device.id, occasion: 'result' } })
  if (!query.data) return <Waiting query={query} rows={8} />
  return <FillForm order={t} asked={t.lateCancel || t.noShow ? null : query.data.form} />
}

/** Fills in a test order: the booking above, the actual use below. */
export default function MeasureInfoPage() {
  const [search] = useSearchParams()
  const [id, bookingId] = [search.get('id') ?? undefined, search.get('bookingId') ?? undefined]
  const chosen = !!(id || bookingId)
  const query = useTestOrder({ query: { id, bookingId } }, { staleTime: 0, enabled: chosen })
  return (
    <DetailPage
      query={query}
      name="填写测试单"
      list={{ to: to('/account/measure-list'), text: '结算事项' }}
      missing={chosen ? null : '请先选择一张测试单'}
      title={(t) => (
        <>
          填写测试单 {t.number} <StateTag {...testOrderTag(t.state)} />
        </>
      )}
      extra={(t) => (
        <>
          {t.entersResults.inRecords && (
            <ButtonLink to={to('/account/personalDeviceDetail', { id: t.device.id, tab: 'achievements' })}>
              登记成果
            </ButtonLink>
          )}
          <ButtonLink to={to('/account/orderDetail', { id: t.id })}>查看测试单</ButtonLink>
        </>
      )}
    >
      {(t) => (
        <>
          <ProgressStrip steps={listSteps(t.progress)} />
          <Card title="预约信息">
            <TestOrderSummary order={t} />
          </Card>
          {t.can.includes('fill') ? (
            <>
              <ResultFiles order={t} />
              <Filling key={t.id} order={t} />
              <Versions order={t} />
            </>
          ) : (
            <Card>
              <Empty text="这张测试单现在不能填写：可能已提交，或由其他审核员负责">
                <ButtonLink to={to('/account/orderDetail', { id: t.id })}>查看测试单</ButtonLink>
              </Empty>
            </Card>
          )}
        </>
      )}
    </DetailPage>
  )
}
