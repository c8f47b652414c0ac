import type { BookingRow } from '@portal/contract/booking/row'
import { say } from '../../../lib/tell.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { Button } from '../../../ui/light.tsx'
import { useFinishBooking, useStartBooking } from '../booking.queries.ts'

/** Starts or finishes a use. `onDone`: reads again what else shows the booking. */
export function UseButtons({
  booking: b,
  size = 'middle',
  onDone,
}: {
  booking: Pick<BookingRow, 'id' | 'can'>
  size?: 'middle' | 'large'
  onDone?: () => void
}) {
  const start = useStartBooking()
  const finish = useFinishBooking()
  const params = { id: b.id }
  const sayDone = (text: string) => {
    say('success', text)
    onDone?.()
  }
  // `send` has shown the failure.
  const begin = () =>
    void start
      .run({ params })
      .then(() => sayDone('已开始使用'))
      .catch(() => undefined)
  return (
    <>
      {b.can.includes('start') && (
        <Button kind="primary" size={size} busy={start.busy} onClick={begin}>
          开始使用
        </Button>
      )}
      {b.can.includes('finish') && (
        <ConfirmButton
          title="结束这次使用？"
          text="结束后将生成测试单，实际用时以此刻为准。"
          ok="结束使用"
          danger={false}
          size={size}
          onConfirm={() => finish.run({ params }).then(() => sayDone('已结束使用'))}
        >
          结束使用
        </ConfirmButton>
      )}
    </>
  )
}
