import { Input } from 'antd'
import type { fundCardCalls, FundCardRow } from '@portal/contract/fund-card/fund-card'
import { formatMoney } from '../../../lib/format.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { MoneyInput } from '../../../ui/form/money-input.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { useAdjust, useTopUp } from '../fund-card.queries.ts'

interface Props {
  card: FundCardRow
  onDone: () => void
}
const Standing = ({ card }: { card: FundCardRow }) => (
  <p className="muted">
    {card.number} {card.name}：余额 {formatMoney(card.balanceFen)}，冻结 {formatMoney(card.frozenFen)}，可用{' '}
    {formatMoney(card.availableFen)}
  </p>
)

/** Adds money to a card. */
export function TopUpForm({ card, onDone }: Props) {
  const form = useSubmit<typeof fundCardCalls.topUp, { amountFen?: number; reason?: string }>(useTopUp(), {
    args: ({ amountFen = 0, reason = '' }) => ({ params: { id: card.id }, body: { amountFen, reason } }),
    done: '充值已入账',
    after: onDone,
  })
  return (
    <FormPage form={form} submit="充值" onCancel={onDone} intro={<Standing card={card} />}>
      <Field name="amountFen" label="充值金额">
        <MoneyInput />
      </Field>
      <Field name="reason" label="充值说明">
        <Input maxLength={200} placeholder="到账凭证、来源" />
      </Field>
    </FormPage>
  )
}

/** Corrects a balance up or down, with a reason. */
export function AdjustForm({ card, onDone }: Props) {
  const form = useSubmit<typeof fundCardCalls.adjust, { deltaFen?: number; reason?: string }>(useAdjust(), {
    args: ({ deltaFen = 0, reason = '' }) => ({ params: { id: card.id }, body: { deltaFen, reason } }),
    done: '调整已入账',
    after: onDone,
  })
  return (
    <FormPage form={form} submit="调整余额" onCancel={onDone} intro={<Standing card={card} />}>
      <Field name="deltaFen" label="调整金额" hint="增加填正数，减少填负数">
        <MoneyInput placeholder="-0.00" />
      </Field>
      <Field name="reason" label="调整原因">
        <Input maxLength={200} />
      </Field>
    </FormPage>
  )
}
