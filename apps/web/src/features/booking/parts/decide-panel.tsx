import { useId, useState } from 'react'
import { bookingEventWords } from '@portal/contract/booking/booking'
import { slotHelp, type BookingDetail } from '@portal/contract/booking/row'
import { asFailure, type Failure } from '../../../lib/failure.ts'
import { sayFailure } from '../../../lib/announce.ts'
import { newKey } from '../../../lib/new-key.ts'
import { useUser } from '../../../lib/session.ts'
import { Button } from '../../../ui/light.tsx'
import { refuseBooking, useApproveBooking } from '../booking.queries.ts'
import { refusalPicks } from '../booking.words.ts'
import type { Choice } from '../calendar.rules.ts'
import { OpinionField } from '../../../ui/opinion-field.tsx'
import { Decision } from '../../../ui/process/decision.tsx'
import { useSaid, useTake } from '../../../ui/process/holding.ts'
import type { PartProps } from '../../../ui/process/process.ts'
import { DeviceCalendar } from '../shared/device-calendar.tsx'
import { CardSelect } from '../../fund-card/shared/card-select.tsx'
import { firstCard, lastCard, rememberCard } from '../../fund-card/shared/first-card.ts'
import { useUsableCards } from '../../fund-card/shared/usable-cards.ts'
import { NoCard } from './no-card.tsx'
import { SlotOffers } from './slot-offers.tsx'

/** Approval and refusal with their input: the reviewer sets the time of samples, the payer selects a card. */
export function DecidePanel({ row: b, onDone }: PartProps<BookingDetail>) {
  const id = useId()
  const me = useUser()
  const approve = useApproveBooking()
  const take = useTake()
  const said = useSaid()
  const [opinion, setOpinion] = useState(said)
  // Undefined: the user has not chosen yet; null: emptied.
  const [chosen, setChosen] = useState<number | null>()
  const [time, setTime] = useState<Choice | null>(
    b.startAt && b.endAt ? { startAt: b.startAt, endAt: b.endAt, seat: b.seat } : null,
  )
  const [failure, setFailure] = useState<Failure | null>(null)
  const [attempt] = useState(newKey)
  const { time: assigns, card: names } = b.asks
  const cards = useUsableCards([], names).data?.items
  // The card named before, unless it can no longer pay: then another one is asked for.
  const named = cards?.find((c) => c.id === b.fundCard?.id)?.id
  const cardId = chosen === undefined && cards ? (named ?? firstCard(cards, lastCard())) : (chosen ?? null)
  const lacks = assigns && !time ? '请先安排测试时间' : names && cardId === null ? '请选择经费卡' : null

  const agree = async () => {
    setFailure(null)
    const send = () =>
      approve.run({
        params: { id: b.id },
        body: {
          state: b.state,
          stateAt: b.stateAt,
          reason: opinion,
          ...(names && { fundCardId: cardId }),
          ...(assigns &&
            time && { assign: { startAt: time.startAt, endAt: time.endAt, seat: time.seat ?? null } }),
        },
        quiet: true,
        idempotencyKey: `${attempt}-${Date.parse(b.stateAt)}`,
      })
    try {
      await take({ label: '通过', reason: opinion, send, done: '已通过', filled: assigns || names })
      if (names && cardId !== null) rememberCard(cardId)
      onDone?.()
    } catch (error) {
      const f = asFailure(error)
      setFailure(f)
      sayFailure(f)
    }
  }
  const help = failure && slotHelp.safeParse(failure.data)
  return (
    <Decision
      title={assigns ? '审核并安排测试时间' : b.asks.payment ? '确认付款' : '审核'}
      onDone={onDone}
      first={
        b.can.includes('approve') && (
          <Button kind="primary" busy={approve.busy} disabled={lacks !== null} onClick={() => void agree()}>
            通过
          </Button>
        )
      }
      steps={
        b.can.includes('refuse')
          ? {
              refuse: {
                tone: 'no',
                title: '驳回这次预约？',
                text: '预约占用的时间将释放，并把原因告知预约人。',
                ok: bookingEventWords.refuse,
                reason: { label: '驳回原因', required: true, picks: refusalPicks(b.state) },
                done: '已驳回',
                take: (reason) =>
                  refuseBooking.run({
                    params: { id: b.id },
                    body: { state: b.state, stateAt: b.stateAt, reason },
                  }),
              },
            }
          : {}
      }
      last={lacks && <span className="muted">{lacks}</span>}
    >
      {assigns && <DeviceCalendar unbound deviceId={b.device.id} choice={time} onChoose={setTime} />}
      {names && (
        <div className="decide-field">
          <label htmlFor={`${id}c`}>经费卡</label>
          <CardSelect
            id={`${id}c`}
            value={cardId}
            onChange={setChosen}
            none={<NoCard booker={me?.uid === b.booker.id} />}
          />
        </div>
      )}
      <OpinionField value={opinion} onChange={setOpinion} />
      {failure && (
        <div role="alert" className="judgement-reasons">
          <p>{failure.message}</p>
          {failure.reasons
            .filter((r) => r.message !== failure.message)
            .map((r) => (
              <p key={r.code}>{r.message}</p>
            ))}
          {help?.success && <SlotOffers slots={help.data.alternatives} onPick={setTime} />}
        </div>
      )}
    </Decision>
  )
}
