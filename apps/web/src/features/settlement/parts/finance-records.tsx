import { Input } from 'antd'
import { settlementCalls, type SettlementDetail } from '@portal/contract/settlement/settlement'
import { DayInput } from '../../../ui/form/dates.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Card } from '../../../ui/light.tsx'
import type { PartProps } from '../../../ui/process/process.ts'
import { usePosting, useRefund } from '../settlement.queries.ts'

interface Posting {
  number?: string
  postedOn?: string
}
/** The accounting voucher and its date, entered before or after the deduction. */
export function PostingForm({ row: s }: PartProps<SettlementDetail>) {
  const form = useSubmit<typeof settlementCalls.post, Posting>(usePosting(), {
    initial: { ...s.posting },
    args: (v) => ({
      params: { id: s.id },
      body: { number: '', postedOn: '', ...v, seenNumber: s.posting?.number ?? null },
    }),
    done: '记账凭证已登记',
  })
  return (
    <Card title={s.posting ? '更正记账凭证' : '登记记账凭证'} className="no-print">
      <FormPage form={form} submit={s.posting ? '更正记账凭证' : '登记记账凭证'} columns={2}>
        <Field name="number" label="记账凭证号">
          <Input maxLength={50} />
        </Field>
        <Field name="postedOn" label="记账日期">
          <DayInput />
        </Field>
      </FormPage>
    </Card>
  )
}

interface Refund {
  number?: string
  refundedOn?: string
}
/** Registers the refund of a reversed remittance; the test orders can be settled again only after it. */
export function RefundForm({ row: s }: PartProps<SettlementDetail>) {
  const form = useSubmit<typeof settlementCalls.refund, Refund>(useRefund(), {
    initial: {},
    args: (v) => ({ params: { id: s.id }, body: { number: '', refundedOn: '', ...v } }),
    done: '退款已登记',
  })
  return (
    <Card title="登记退款" className="no-print">
      <p>汇款已冲正、尚未退款。款项退回付款人后在此登记，登记前测试单不能重新结算。</p>
      <FormPage form={form} submit="登记退款" columns={2}>
        <Field name="number" label="退款凭证号">
          <Input maxLength={50} />
        </Field>
        <Field name="refundedOn" label="退款日期">
          <DayInput />
        </Field>
      </FormPage>
    </Card>
  )
}
