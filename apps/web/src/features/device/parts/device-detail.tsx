import { useLocation, useSearchParams } from 'react-router'
import { listWays } from '@portal/contract/device/device'
import { to } from '../../../lib/paths.ts'
import { useVisiting } from '../../../lib/site.ts'
import { DetailPage } from '../../../ui/detail/detail-page.tsx'
import { Card, Empty, ButtonLink } from '../../../ui/light.tsx'
import { DeviceSchedule } from '../../booking/shared/device-schedule.tsx'
import { OpeningHours } from '../../opening/shared/opening-hours.tsx'
import { PriceTable } from '../../price-plan/shared/price-table.tsx'
import { useDevice } from '../device.queries.ts'
import { DeviceHead } from './device-head.tsx'
import { DeviceText } from './device-text.tsx'
import './device-detail.css'

/** The device's id or asset number, whichever parameter the link uses. */
function useKey(): string {
  const [search] = useSearchParams()
  return search.get('id') ?? search.get('deviceId') ?? search.get('serialId') ?? ''
}

/** Everything about one instrument; `calendarFirst` on pages for booking. */
export function DeviceDetail({ calendarFirst = false }: { calendarFirst?: boolean }) {
  const key = useKey()
  if (!key) {
    return (
      <Empty text="请先选择一台仪器">
        <ButtonLink to="/osp/share-platform">浏览科研仪器</ButtonLink>
      </Empty>
    )
  }
  return <Known id={key} calendarFirst={calendarFirst} />
}

/** Booked and free times are shown only to signed-in users. */
function SignInForTimes() {
  const { pathname, search } = useLocation()
  return (
    <Card
      title="预约日程"
      extra={
        <ButtonLink size="small" to={to('/login', { redirect: pathname + search })}>
          登录后预约
        </ButtonLink>
      }
    >
      <p className="muted">登录后查看可约时段，并提交预约。</p>
    </Card>
  )
}

function Known({ id, calendarFirst }: { id: string; calendarFirst: boolean }) {
  const visiting = useVisiting()
  const query = useDevice({ params: { id } })
  return (
    <DetailPage
      query={query}
      name="仪器详情"
      list={{ to: to('/osp/share-platform'), text: '浏览科研仪器' }}
      title={(d) => d.name}
    >
      {(d) => {
        const ways = listWays(d)
        const calendar =
          ways && visiting ? (
            <SignInForTimes />
          ) : (
            ways && (
              <Card title="预约日程">
                <DeviceSchedule
                  deviceId={d.id}
                  selfOperated={ways.selfOperated}
                  sampleDelivery={ways.sampleDelivery}
                />
              </Card>
            )
          )
        return (
          <>
            {calendarFirst && calendar}
            <DeviceHead device={d} />
            {!calendarFirst && calendar}
            <div className="device-pair">
              <Card title="收费标准">
                <PriceTable deviceId={d.id} />
              </Card>
              <Card title="开放时间与预约规则">
                <OpeningHours deviceId={d.id} />
              </Card>
            </div>
            <DeviceText device={d} />
          </>
        )
      }}
    </DetailPage>
  )
}
