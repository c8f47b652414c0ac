import type { BookingEvent } from '@portal/contract/booking/booking'
import type { BookingDetail } from '@portal/contract/booking/row'
import { useState } from 'react'
import { formatMoney } from '../../../lib/format.ts'
import { newKey } from '../../../lib/new-key.ts'
import { to } from '../../../lib/paths.ts'
import { useUser } from '../../../lib/session.ts'
import { say } from '../../../lib/tell.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { Button, ButtonLink } from '../../../ui/light.tsx'
import { renewBooking, useCancelBooking, useHandOverSeat, useRevokeBooking } from '../booking.queries.ts'
import { UseButtons } from '../shared/use-buttons.tsx'
import { makeAgainLink, isOver } from './again.ts'
import { isCalendared, saveIcs } from './save-ics.ts'
import { ReportFault } from './report-fault.tsx'

/** Actions on a booking except approval and refusal, which stand elsewhere on the page. */
export function BookingActions({ booking: b }: { booking: BookingDetail }) {
  const handOver = useHandOverSeat()
  const cancel = useCancelBooking()
  const revoke = useRevokeBooking()
  const [attempt] = useState(newKey)
  const me = useUser()?.uid
  const can = (event: BookingEvent) => b.can.includes(event)
  const params = { id: b.id }
  const cancelAsShown = async (reason: string) => {
    try {
      await cancel.run({
        params,
        body: { reason, ...(b.cancelTerms && { late: b.cancelTerms.late }) },
        idempotencyKey: `${attempt}-${Date.parse(b.stateAt)}`,
      })
    } catch (error) {
      // What cancelling costs may have changed since it was shown.
      await renewBooking()
      throw error
    }
    say('success', '预约已取消')
  }
  return (
    <>
      <UseButtons booking={b} />
      {can('fault') && <ReportFault booking={b} />}
      {can('hand_over') && (
        <ConfirmButton
          title="结束这次使用，交接机位？"
          text="使用到此刻为止，使用人会收到通知和原因；下一位可以开始。"
          ok="交接机位"
          reason={{
            label: '交接原因',
            required: true,
            picks: ['超过预约时间，下一位已到', '使用人已离开，未登记结束'],
          }}
          onConfirm={(reason) =>
            handOver
              .run({ params, body: { reason }, idempotencyKey: `${attempt}-hand` })
              .then(() => say('success', '机位已空出'))
          }
        >
          交接机位
        </ConfirmButton>
      )}
      {can('extend') && <ButtonLink to={to('/deviceopen/delay', { id: b.id })}>延长时间</ButtonLink>}
      {can('change') && (
        <ButtonLink
          to={to(b.kind === 'self_operated' ? '/deviceopen/applyTime' : '/deviceopen/apply', { id: b.id })}
        >
          修改预约
        </ButtonLink>
      )}
      {can('cancel') && (
        <ConfirmButton
          title="取消这次预约？"
          {...(b.cancelTerms && { text: b.cancelTerms.text })}
          ok={b.cancelTerms?.feeFen ? `取消预约，付 ${formatMoney(b.cancelTerms.feeFen)}` : '取消预约'}
          cancel="保留预约"
          reason={{ label: '取消原因' }}
          onConfirm={cancelAsShown}
        >
          取消预约
        </ConfirmButton>
      )}
      {can('revoke') && (
        <ConfirmButton
          title="撤销这次预约？"
          text="预约将立即作废，已冻结的经费解冻，并通知预约人。"
          ok="撤销预约"
          reason={{ label: '撤销原因', required: true, picks: ['仪器故障', '仪器维护', '违反管理规定'] }}
          onConfirm={(reason) =>
            revoke.run({ params, body: { reason } }).then(() => say('success', '预约已撤销'))
          }
        >
          撤销预约
        </ConfirmButton>
      )}
      {b.kind === 'sample_delivery' && (
        <ButtonLink to={to('/appointment/orderDetail', { id: b.id, print: 1 })}>打印送样单</ButtonLink>
      )}
      {isOver(b.state) && me === b.booker.id && <ButtonLink to={makeAgainLink(b)}>再次预约</ButtonLink>}
      {isCalendared(b) && (me === b.booker.id || me === b.experimenter.id) && (
        <Button onClick={() => saveIcs(b)}>加入日历</Button>
      )}
      {b.state === 'awaiting_test_order' && (
        <ButtonLink to={to('/account/orderDetail', { bookingId: b.id })}>查看测试单</ButtonLink>
      )}
    </>
  )
}
