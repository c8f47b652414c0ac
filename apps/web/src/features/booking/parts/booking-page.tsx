import { useSearchParams } from 'react-router'
import { bookingKindWords, type BookingKind } from '@portal/contract/booking/booking'
import { to } from '../../../lib/paths.ts'
import { formatMinutes, formatMoney } from '../../../lib/format.ts'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { ButtonLink, Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { useBooking, usePayers, usePurposes, useWeek } from '../booking.queries.ts'
import { addDays, findDay, findMonday, findStart, type Choice, type Week } from '../calendar.rules.ts'
import { useAsked } from '../../form/shared/use-asked.ts'
import { LabDay } from '../shared/lab-day.tsx'
import { ChangedBooking } from './changed-booking.tsx'
import { ClosedDevice } from './closed-device.tsx'
import { NewBooking } from './new-booking.tsx'

const numberOf = (text: string | null): number => (text && /^\d{1,15}$/.test(text) ? Number(text) : 0)

/**
 * The page around the form: `deviceId` books anew, with a time where `startAt` and `endAt` say one; `id`
 * changes a booking; `labId` shows a lab's devices to choose from.
 */
export function BookingPage({ kind }: { kind: BookingKind }) {
  const [search] = useSearchParams()
  const bookingId = numberOf(search.get('id'))
  const booking = useBooking({ params: { id: bookingId } }, { enabled: bookingId > 0 })
  const deviceId = booking.data?.device.id ?? numberOf(search.get('deviceId'))
  const labId = numberOf(search.get('labId'))
  const monday = findMonday(findDay(new Date()))
  const week = useWeek(
    { query: { deviceId, from: findStart(monday), to: findStart(addDays(monday, 7)) } },
    { enabled: deviceId > 0 },
  )
  const payers = usePayers({}, { enabled: deviceId > 0 })
  const purposes = usePurposes({}, { enabled: deviceId > 0 })
  const asked = useAsked({ query: { deviceId, occasion: 'booking' } }, { enabled: deviceId > 0 })
  const delivered = (booking.data?.kind ?? kind) === 'sample_delivery'
  const askedSamples = useAsked(
    { query: { deviceId, occasion: 'samples' } },
    { enabled: deviceId > 0 && delivered },
  )
  const title = bookingId ? '修改预约' : `${bookingKindWords[kind]}预约`
  // What is there stays when reading it again fails: somebody is typing into it.
  const error =
    (!booking.data && booking.error) ||
    (!week.data && week.error) ||
    (!payers.data && payers.error) ||
    (!asked.data && asked.error) ||
    (delivered && !askedSamples.data && askedSamples.error)
  const body = () => {
    if (!deviceId && !bookingId && labId) return <LabDay labId={labId} />
    if (!deviceId && !bookingId)
      return (
        <Card>
          <Empty text="请先选择要预约的仪器">
            <ButtonLink kind="primary" to="/osp-test/subscribe">
              选择仪器
            </ButtonLink>
          </Empty>
        </Card>
      )
    if (error)
      return (
        <Card>
          <PageError
            error={error}
            onRetry={() => void [booking, week, payers, asked, askedSamples].find((q) => q.error)?.refetch()}
          />
        </Card>
      )
    // The form begins with them: not with those before the last booking, which are still at hand. Without
    // them it begins empty.
    const recent = purposes.data ?? []
    const awaited = purposes.isFetching && !purposes.isFetchedAfterMount
    const known = week.data && payers.data && asked.data && (askedSamples.data || !delivered)
    if (!week.data || !payers.data || !asked.data || !known || awaited || (bookingId && !booking.data))
      return (
        <Card>
          <Skeleton rows={8} height={24} />
        </Card>
      )
    const { opening, device } = week.data
    // Who was warned of a repair may move his booking behind it.
    if (device.closed && !booking.data?.deviceDown) return <ClosedDevice device={device} />
    if (!opening || !(kind === 'self_operated' ? opening.selfOperated : opening.sampleDelivery))
      return <NotOffered kind={kind} week={week.data} />
    return (
      <>
        <Card
          title={device.name}
          extra={
            <ButtonLink kind="text" to={to('/dashboard/deviceDetail', { id: device.id })}>
              查看仪器
            </ButtonLink>
          }
        >
          {device.closed && <p role="status">{device.closed}。可以改到预计恢复之后的时段。</p>}
          <Rules opening={opening} />
        </Card>
        {booking.data ? (
          <ChangedBooking
            booking={booking.data}
            opening={opening}
            payers={payers.data}
            asked={asked.data.form}
            askedSamples={askedSamples.data?.form ?? null}
            recent={recent}
          />
        ) : (
          <NewBooking
            key={`${kind}${deviceId}`}
            deviceId={deviceId}
            kind={kind}
            opening={opening}
            payers={payers.data}
            asked={asked.data.form}
            askedSamples={askedSamples.data?.form ?? null}
            recent={recent}
            given={givenIn(search)}
          />
        )}
      </>
    )
  }
  return (
    <section className="detail-page">
      <header className="page-head">
        <h1>{title}</h1>
      </header>
      {body()}
    </section>
  )
}

function givenIn(search: URLSearchParams): Choice | null {
  const startAt = search.get('startAt')
  const endAt = search.get('endAt')
  const good = (at: string | null): at is string => at !== null && !Number.isNaN(Date.parse(at))
  return good(startAt) && good(endAt) ? { startAt, endAt, seat: numberOf(search.get('seat')) || null } : null
}

/** What one should know before choosing. */
function Rules({ opening: o }: { opening: NonNullable<Week['opening']> }) {
  return (
    <Facts
      items={[
        { label: '单次时长', value: `${formatMinutes(o.minMinutes)} 至 ${formatMinutes(o.maxMinutes)}` },
        { label: '时间刻度', value: formatMinutes(o.gridMinutes) },
        {
          label: '提前预约',
          value: `${o.noticeMinutes ? `至少 ${formatMinutes(o.noticeMinutes)}，` : ''}最多 ${o.horizonDays} 天`,
        },
        {
          label: '取消',
          value: o.cancelLimitMinutes
            ? `开始前 ${formatMinutes(o.cancelLimitMinutes)}可免费取消，之后${o.cancelFeeFen > 0 ? `收取 ${formatMoney(o.cancelFeeFen)}` : '记一次违约'}`
            : '开始前可免费取消',
        },
        {
          label: '爽约',
          value: `未按时使用且未取消，记一次违约${o.cancelFeeFen > 0 ? `并收取 ${formatMoney(o.cancelFeeFen)}` : ''}`,
        },
        o.capacity > 1 && { label: '机位', value: `${o.capacity} 个` },
        o.qualificationRequired && { label: '上机资格', value: '自主上机须先取得资格' },
        o.notes !== null && {
          label: '预约须知',
          value: <span style={{ whiteSpace: 'pre-wrap' }}>{o.notes}</span>,
          wide: true,
        },
      ]}
    />
  )
}

/** The other way may still be open. */
function NotOffered({ kind, week: { device, opening } }: { kind: BookingKind; week: Week }) {
  const other = kind === 'self_operated' ? opening?.sampleDelivery : opening?.selfOperated
  return (
    <Card title={device.name}>
      <Empty text={`该仪器不接受${bookingKindWords[kind]}预约`}>
        {other ? (
          <ButtonLink
            kind="primary"
            to={to(kind === 'self_operated' ? '/deviceopen/apply' : '/deviceopen/applyTime', {
              deviceId: device.id,
            })}
          >
            {kind === 'self_operated' ? '改为送样' : '改为自主上机'}
          </ButtonLink>
        ) : (
          <ButtonLink to="/osp-test/subscribe">选择其他仪器</ButtonLink>
        )}
      </Empty>
    </Card>
  )
}
