import { Suspense, useEffect, useRef, type ReactNode } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { bookingRefusals, HOURS_CLOSED, useEndWords } from '@portal/contract/booking/booking'
import { type BookingDetail } from '@portal/contract/booking/row'
import { useStates } from '@portal/contract/use-ledger/use-ledger'
import { formatClock, formatDay, formatMinute } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { useUser } from '../../../lib/session.ts'
import { ButtonLink, Card, Skeleton } from '../../../ui/light.tsx'
import { definePart } from '../../../ui/part.tsx'
import { ProcessView } from '../../../ui/process/process-page.tsx'
import { RatingCard } from '../../use-rating/shared/rating-card.tsx'
import { BookingActions } from '../parts/booking-actions.tsx'
import { ReschedulePanel } from '../parts/reschedule-panel.tsx'
import { SurveyCard } from '../parts/survey-card.tsx'
import { booking } from '../shared/booking.process.tsx'

// The QR code library is loaded only for people who may enter now.
const PassCard = definePart(async () => ({
  default: (await import('../../iot/shared/pass-card.tsx')).PassCard,
}))

// Loaded only for people who print it.
const SampleSlip = definePart(async () => ({
  default: (await import('../parts/sample-slip.tsx')).SampleSlip,
}))

/** The page of one booking: progress, facts, actions; with `print` the slip that goes with its samples. */
export default function OrderDetailPage() {
  const [search] = useSearchParams()
  const id = Number(search.get('id')) || 0
  const query = booking.useRow(id)
  if (search.get('print') && query.data?.kind === 'sample_delivery')
    return (
      <Suspense fallback={<Skeleton rows={10} height={20} />}>
        <SampleSlip booking={query.data} />
      </Suspense>
    )
  return (
    <ProcessView
      process={booking}
      forms={{ reschedule: ReschedulePanel }}
      query={query}
      missing={id > 0 ? null : '请先选择一个预约'}
      links={(b) => <BookingActions booking={b} />}
      above={(b) => <Around booking={b} />}
      below={(b) => <After booking={b} />}
    />
  )
}

/** Circumstances: the instrument is out of order, the seat is not free yet, conditions of the next steps. */
const Around = ({ booking: b }: { booking: BookingDetail }) => (
  <>
    {(b.state === 'awaiting_use' || b.state === 'in_use') && <Doors booking={b} />}
    {(b.deviceDown || b.hoursClosed) && (
      <DeviceDown
        booking={b}
        why={[b.deviceDown, b.hoursClosed && HOURS_CLOSED].filter(Boolean).join('；')}
      />
    )}
    <Notes booking={b} />
    {b.occupied && (
      <Card className="booking-notes">
        <p role="status">机位尚未空出：{b.occupied.text}。空出后即可开始，因此等待不计爽约。</p>
        {b.occupied.bookingId !== null && (
          <ButtonLink to={to('/appointment/orderDetail', { id: b.occupied.bookingId })}>
            查看正在使用的预约
          </ButtonLink>
        )}
      </Card>
    )}
  </>
)

/** Door access, for the two people of a use at the instrument. */
function Doors({ booking: b }: { booking: BookingDetail }) {
  const me = useUser()?.uid
  if (b.kind !== 'self_operated' || (me !== b.booker.id && me !== b.experimenter.id)) return null
  return (
    <Suspense fallback={null}>
      <PassCard bookingId={b.id} deviceId={b.device.id} />
    </Suspense>
  )
}

/** What remains to do after a use. Only its users rate it. */
function After({ booking: b }: { booking: BookingDetail }) {
  const me = useUser()?.uid
  const used = useStates.some((s) => s === b.state)
  return (
    <>
      {b.endKind === 'fault' && <Broken booking={b} />}
      {used && (me === b.booker.id || me === b.experimenter.id) && (
        <>
          <ComeFor id="survey">
            <SurveyCard booking={b} />
          </ComeFor>
          <ComeFor id="rating">
            <RatingCard bookingId={b.id} />
          </ComeFor>
        </>
      )}
    </>
  )
}

/** A section at the bottom of the page; the page scrolls to it if the user came for it from a list. */
function ComeFor({ id, children }: { id: string; children: ReactNode }) {
  const here = useRef<HTMLDivElement>(null)
  const asked = useLocation().hash === `#${id}`
  useEffect(() => {
    if (asked) here.current?.scrollIntoView({ block: 'center' })
  }, [asked])
  return (
    <div id={id} ref={here}>
      {children}
    </div>
  )
}

const Broken = ({ booking: b }: { booking: BookingDetail }) => (
  <Card className="booking-notes">
    <p>使用因仪器故障结束。需要维修的，请填写报修单，由实验室派人处理。</p>
    <ButtonLink to={to('/osp/asset/label', { serialId: b.device.serialId, do: 'report' })}>
      报修该仪器
    </ButtonLink>
  </Card>
)

/** The instrument is out of order: what can be done with the booking, and where the same time is free. */
function DeviceDown({ booking: b, why }: { booking: BookingDetail; why: string }) {
  const ways = [b.can.includes('change') && '修改预约', b.can.includes('cancel') && '取消预约'].filter(
    (way) => way !== false,
  )
  return (
    <Card className="booking-notes">
      <p role="status">
        {why}。{ways.length > 0 && `可以${ways.join('或')}，或改约其他仪器。`}
      </p>
      {b.startAt !== null && formatDay(b.startAt) === formatDay(b.endAt) && (
        <ButtonLink
          to={to('/osp-test/subscribe', {
            by: 'time',
            day: formatDay(b.startAt),
            from: formatClock(b.startAt),
            until: formatClock(b.endAt),
          })}
        >
          查看同一时段空闲的仪器
        </ButtonLink>
      )}
    </Card>
  )
}

/** Conditions of the next steps, shown before the user meets them. */
function Notes({ booking: b }: { booking: BookingDetail }) {
  const me = useUser()?.uid
  const comes = b.kind === 'self_operated'
  const cancels = b.can.includes('cancel')
  // Another experimenter cannot cancel, but is the one who knows first that nobody will come.
  const asks = b.cancelTerms !== null && me === b.experimenter.id && me !== b.booker.id
  const lines = [
    b.state === 'awaiting_use' &&
      b.startWindow &&
      `可在 ${formatMinute(b.startWindow.from)} ${b.startWindow.until ? `至 ${formatClock(b.startWindow.until)} ` : '之后'}开始使用。`,
    b.can.includes('extend') && b.extendUntil && `最晚可延长至 ${formatMinute(b.extendUntil)}。`,
    cancels && b.cancelTerms?.text,
    asks &&
      `${comes ? '不能前往' : '不需要测试'}请告知预约人 ${b.booker.name} 及时取消：${b.cancelTerms?.text}`,
    (cancels || asks) && b.missText,
    cancels &&
      b.state === 'awaiting_use' &&
      `审核通过后不能改期；需要改期的，请${comes ? '取消后“再次预约”，内容会自动带入' : '联系审核员调整时间'}。`,
    b.endKind !== null && b.endKind !== 'finished' && `结束方式：${useEndWords[b.endKind]}。`,
    b.overridden.length > 0 &&
      `提交时忽略了以下限制：${b.overridden.map((code) => (bookingRefusals as Record<string, string>)[code] ?? code).join('、')}。`,
  ].filter((line) => typeof line === 'string')
  if (lines.length === 0) return null
  return (
    <Card className="booking-notes">
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Card>
  )
}
