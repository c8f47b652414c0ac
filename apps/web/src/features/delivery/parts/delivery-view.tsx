import type { ReactNode } from 'react'
import { deliveryCalls, type DeliveryDetail } from '@portal/contract/delivery/delivery'
import { useLive } from '../../../lib/live.ts'
import { to } from '../../../lib/paths.ts'
import { useStage } from '../../../lib/stage.ts'
import type { ScreenPath } from '../../../lib/screen-paths.ts'
import { DetailPage } from '../../../ui/detail/detail-page.tsx'
import { History } from '../../../ui/detail/history.tsx'
import { ProgressStrip, stepsOf } from '../../../ui/detail/progress-strip.tsx'
import { ButtonLink, Card } from '../../../ui/light.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { useDelivery } from '../delivery.queries.ts'
import { deliveryTag } from '../delivery.words.ts'
import { DeliveryFacts } from './delivery-summary.tsx'

interface Props {
  id: number
  /** The page it stands on. */
  path: ScreenPath
  children: (d: DeliveryDetail) => ReactNode
}
/** One delivery, with what the reader does about it in the middle. */
export function DeliveryView({ id, path, children }: Props) {
  const query = useDelivery({ params: { id } }, { staleTime: 0 })
  useLive(['inbox'], [deliveryCalls.get])
  useStage(query.data?.stage)
  return (
    <DetailPage
      query={query}
      name="供货单"
      list={{ to: to(path), text: '返回列表' }}
      title={(d) => (
        <>
          供货单 {d.number} <StateTag {...deliveryTag(d.state)} />
        </>
      )}
      extra={() => <ButtonLink to={to(path, { id, view: 'print' })}>打印供货单</ButtonLink>}
    >
      {(d) => (
        <>
          <ProgressStrip steps={stepsOf(d.progress)} />
          <DeliveryFacts delivery={d} />
          {children(d)}
          <Card title="办理记录">
            <History entries={d.history} />
          </Card>
        </>
      )}
    </DetailPage>
  )
}
