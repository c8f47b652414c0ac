import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { bookingCalls } from '@portal/contract/booking/calls'
import { type BookingDetail } from '@portal/contract/booking/row'
import { formatClock, formatDay, formatMinute, formatMinutes } from '../../../lib/format.ts'
import { useLive } from '../../../lib/live.ts'
import { to } from '../../../lib/paths.ts'
import { DetailPage, Facts } from '../../../ui/detail/detail-page.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { ButtonLink, Card, Empty } from '../../../ui/light.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { Period } from '../../../ui/period.tsx'
import { useBooking, useExtendBooking } from '../booking.queries.ts'
import { findDay, listLaterEnds } from '../calendar.rules.ts'
import { Judgement } from '../parts/judgement.tsx'

/** Extends a booking: possible ends and their price. */
export default function DelayPage() {
  const id = Number(useSearchParams()[0].get('id')) || 0
  const query = useBooking({ params: { id } }, { staleTime: 0, enabled: id > 0 })
  useLive(query.data ? [`device:${query.data.device.id}`] : [], [bookingCalls.get, bookingCalls.judge])
  return (
    <DetailPage
      query={query}
      title="延长预约"
      list={{ to: to('/account/subscribe-list'), text: '我的预约' }}
      missing={id > 0 ? null : '请先选择要延长的预约'}
      extra={(b) => <ButtonLink to={to('/appointment/orderDetail', { id: b.id })}>返回预约单</ButtonLink>}
    >
      {(b) => (
        <>
          <Card title={b.device.name}>
            <Facts
              items={[
                { label: '当前时段', value: <Period from={b.startAt} to={b.endAt} /> },
                { label: '最晚可延长至', value: b.extendUntil ? formatMinute(b.extendUntil) : '不能延长' },
                { label: '当前预计费用', value: <MoneyText fen={b.estimateFen} /> },
              ]}
            />
          </Card>
          {b.can.includes('extend') && b.endAt && b.extendUntil ? (
            <ExtendForm booking={b} endAt={b.endAt} until={b.extendUntil} />
          ) : (
            <Card>
              <Empty
                text={
                  b.can.includes('extend') ? '之后的时间已被预约或不开放，不能延长' : '该预约现在不能延长'
                }
              >
                <ButtonLink to={to('/appointment/orderDetail', { id: b.id })}>返回预约单</ButtonLink>
              </Empty>
            </Card>
          )}
        </>
      )}
    </DetailPage>
  )
}

function ExtendForm({ booking: b, endAt, until }: { booking: BookingDetail; endAt: string; until: string }) {
  const navigate = useNavigate()
  const ends = listLaterEnds(endAt, until, b.gridMinutes)
  const [wished, setWished] = useState(ends[0] ?? until)
  // Another booking may have shortened the possible time meanwhile; the page sends what it shows.
  const chosen = ends.includes(wished) ? wished : (ends.at(-1) ?? until)
  const form = useSubmit<ReturnType<typeof useExtendBooking>['call'], { endAt: string }>(useExtendBooking(), {
    args: () => ({ params: { id: b.id }, body: { endAt: chosen } }),
    done: '预约已延长',
    after: () => void navigate(to('/appointment/orderDetail', { id: b.id })),
  })
  const wish = {
    deviceId: b.device.id,
    kind: b.kind,
    bookingId: b.id,
    startAt: b.startAt,
    endAt: chosen,
    seat: b.seat,
    experimenterId: b.experimenter.id,
    payerId: b.payer.id,
    payMode: b.payMode,
    sampleCount: b.sampleCount,
  }
  return (
    <FormPage form={form} submit="延长预约">
      <div className="device-calendar" style={{ marginBottom: 16 }}>
        <div className="device-calendar-field">
          <label htmlFor="delay-end">延长至</label>
          <select id="delay-end" value={chosen} onChange={(e) => setWished(e.target.value)}>
            {ends.map((end) => (
              <option key={end} value={end}>
                {findDay(end) === findDay(endAt) ? formatClock(end) : `${formatDay(end)} ${formatClock(end)}`}
                （增加 {formatMinutes((Date.parse(end) - Date.parse(endAt)) / 60_000)}）
              </option>
            ))}
          </select>
        </div>
      </div>
      <Judgement wish={wish} beforeFen={b.estimateFen} />
    </FormPage>
  )
}
