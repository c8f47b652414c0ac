import { useSearchParams } from 'react-router'
import { bookingKindWords, type BookingKind } from '@portal/contract/booking/booking'
import type { BookingDetail } from '@portal/contract/booking/row'
import { to } from '../../../lib/paths.ts'
import { ButtonLink, Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { useBooking, usePayers, usePurposes, useWeek } from '../booking.queries.ts'
import { findAgain, findMonday, findSpan, readStartDay, type Choice, type Week } from '../calendar.rules.ts'
import { useAsked } from '../../form/shared/use-asked.ts'
import { LabDay } from '../shared/lab-day.tsx'
import { BookedDevice } from './booked-device.tsx'
import { ChangedBooking } from './changed-booking.tsx'
import { ClosedDevice } from './closed-device.tsx'
import { NewBooking } from './new-booking.tsx'

const parseNumber = (text: string | null): number => (text && /^\d{1,15}$/.test(text) ? Number(text) : 0)

/**
 * The page around the form. `deviceId` creates a booking, at the time of `startAt` and `endAt` if given, or
 * from `day` on; `id` changes a booking; `again` repeats one; `labId` lists a lab's devices to choose from.
 */
export function BookingPage({ kind }: { kind: BookingKind }) {
  const [search] = useSearchParams()
  const bookingId = parseNumber(search.get('id'))
  const booking = useBooking({ params: { id: bookingId } }, { enabled: bookingId > 0 })
  const againId = parseNumber(search.get('again'))
  // If the user may not see that booking, the form starts empty.
  const past = useBooking({ params: { id: againId } }, { enabled: againId > 0 })
  const deviceId = booking.data?.device.id ?? parseNumber(search.get('deviceId'))
  const labId = parseNumber(search.get('labId'))
  // The same query as the calendar's, which needs it next.
  const startDay = readStartDay(search.get('day'))
  const span = findSpan(findMonday(startDay))
  const week = useWeek({ query: { deviceId, ...span } }, { enabled: deviceId > 0 })
  const payers = usePayers({}, { enabled: deviceId > 0 })
  const purposes = usePurposes({}, { enabled: deviceId > 0 })
  const asked = useAsked({ query: { deviceId, occasion: 'booking' } }, { enabled: deviceId > 0 })
  const delivered = (booking.data?.kind ?? kind) === 'sample_delivery'
  const askedSamples = useAsked(
    { query: { deviceId, occasion: 'samples' } },
    { enabled: deviceId > 0 && delivered },
  )
  const title = bookingId ? '修改预约' : `${bookingKindWords[kind]}预约`
  // Loaded data stays if a reload fails, because the user may be typing into the form.
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
    // The form starts with the purposes, so it waits for a fresh answer: the cache may lack the last booking.
    // If they fail to load, it starts empty.
    const recent = purposes.data ?? []
    const awaited = purposes.isFetching && !purposes.isFetchedAfterMount
    const again = (past.data?.device.id === week.data?.device.id && past.data) || null
    if (past.isLoading) return <Waiting />
    const known = week.data && payers.data && asked.data && (askedSamples.data || !delivered)
    if (!week.data || !payers.data || !asked.data || !known || awaited || (bookingId && !booking.data))
      return <Waiting />
    const { opening, device } = week.data
    // A booker who was warned of a repair may move the booking behind it.
    if (device.closed && !booking.data?.deviceDown) return <ClosedDevice device={device} />
    if (!opening || !(kind === 'self_operated' ? opening.selfOperated : opening.sampleDelivery))
      return <NotOffered kind={kind} week={week.data} />
    return (
      <>
        {device.closed && (
          <Card>
            <p role="status">{device.closed}。可以改到预计恢复之后的时段。</p>
          </Card>
        )}
        {booking.data ? (
          <ChangedBooking
            key={bookingId}
            booking={booking.data}
            opening={opening}
            payers={payers.data}
            asked={asked.data.form}
            askedSamples={askedSamples.data?.form ?? null}
            recent={recent}
          />
        ) : (
          <NewBooking
            key={`${kind}${deviceId}-${againId}`}
            deviceId={deviceId}
            kind={kind}
            opening={opening}
            payers={payers.data}
            asked={asked.data.form}
            askedSamples={askedSamples.data?.form ?? null}
            recent={recent}
            given={givenIn(search) ?? findTime(again)}
            startDay={startDay}
            again={again}
          />
        )}
      </>
    )
  }
  return (
    <section className="detail-page">
      <header className="page-head">
        <h1>{title}</h1>
        {week.data && <BookedDevice week={week.data} kind={kind} />}
      </header>
      {body()}
    </section>
  )
}

const Waiting = () => (
  <Card>
    <Skeleton rows={8} height={24} />
  </Card>
)

/** A proposed time, not a reservation: the form judges it like any other. */
const findTime = (b: BookingDetail | null): Choice | null =>
  b?.startAt && b.endAt && b.kind === 'self_operated'
    ? findAgain({ startAt: b.startAt, endAt: b.endAt }, new Date().toISOString())
    : null

function givenIn(search: URLSearchParams): Choice | null {
  const startAt = search.get('startAt')
  const endAt = search.get('endAt')
  const good = (at: string | null): at is string => at !== null && !Number.isNaN(Date.parse(at))
  return good(startAt) && good(endAt)
    ? { startAt, endAt, seat: parseNumber(search.get('seat')) || null }
    : null
}

/** This kind of booking is not offered; links to the other kind if that is. */
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
