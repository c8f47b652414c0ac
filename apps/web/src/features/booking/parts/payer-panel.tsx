import { Form } from 'antd'
import type { bookingCalls } from '@portal/contract/booking/calls'
import type { BookingDetail } from '@portal/contract/booking/row'
import { formatMinute, formatMoney } from '../../../lib/format.ts'
import { useUser } from '../../../lib/session.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Card } from '../../../ui/light.tsx'
import type { PartProps } from '../../../ui/process/process.ts'
import { CardSelect } from '../../fund-card/shared/card-select.tsx'
import { PersonSelect } from '../../people/shared/person-select.tsx'
import { useNamePayer, usePayers } from '../booking.queries.ts'
import { lacksSum, SUM_LATER } from '../booking.words.ts'
import { listOffered } from '../form.rules.ts'
import { NoCard } from './no-card.tsx'

/** The payer's account is closed: the booker or the lab's director names another payer. */
export function PayerPanel({ row: b, onDone }: PartProps<BookingDetail>) {
  const me = useUser()
  // The offered payers belong to the booker; a director searches instead.
  const payers = usePayers({}, { enabled: me?.uid === b.booker.id })
  const form = useSubmit<typeof bookingCalls.namePayer, { payerId?: number; fundCardId?: number }>(
    useNamePayer(),
    {
      args: ({ payerId = 0, fundCardId }) => ({
        params: { id: b.id },
        body: { payerId, fundCardId: payerId === me?.uid ? (fundCardId ?? null) : null, stateAt: b.stateAt },
      }),
      done: ({ state }) => (state === 'awaiting_payer' ? '已请新付款人确认' : '付款人已更换'),
      after: () => onDone?.(),
    },
  )
  const himself = Form.useWatch('payerId', form.antd) === me?.uid && me?.uid === b.booker.id
  const inLab = b.samples.some((s) => s.state === 'received')
  return (
    <Card title="更换付款人" className="decide">
      <p>
        付款人 {b.payer.name} 的账号已停用，冻结的经费（如有）已解冻。请另选付款人（
        {lacksSum(b.startAt, b.quote) ? SUM_LATER : `预计 ${formatMoney(b.estimateFen)}`}
        ），经其确认后预约继续
        {b.startAt && !inLab ? `；${formatMinute(b.startAt)} 前未确认的，预约失效` : ''}。
      </p>
      <FormPage form={form} submit={himself ? '由我付款' : '请对方确认付款'} columns={2}>
        <Field name="payerId" label="新付款人" required>
          <PersonSelect offered={listOffered(payers.data)} last={b.booker.id} />
        </Field>
        {himself && (
          <Field name="fundCardId" label="经费卡" required={b.asks.card}>
            <CardSelect none={b.asks.card && <NoCard booker />} />
          </Field>
        )}
      </FormPage>
    </Card>
  )
}
