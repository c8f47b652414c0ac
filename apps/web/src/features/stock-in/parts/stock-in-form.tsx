import { Input, Radio, type FormInstance } from 'antd'
import { useState } from 'react'
import { sharesWords } from '@portal/contract/purchase/sources'
import {
  payments,
  paymentWords,
  type stockInCalls,
  type StockInDetail,
} from '@portal/contract/stock-in/stock-in'
import { say } from '../../../lib/tell.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Button } from '../../../ui/light.tsx'
import type { PartProps } from '../../../ui/process/process.ts'
import { makeArguments, listCardShares, fillValues, type Values } from '../form.rules.ts'
import { useChangeStockIn, useHandIn } from '../stock-in.queries.ts'
import { InvoiceRows } from './invoice-rows.tsx'
import { PieceFields } from './piece-fields.tsx'

/**
 * The requester's data on each piece, invoices and payment. May be saved any number of times; can be
 * submitted once complete.
 */
export function StockInForm({ row: s }: PartProps<StockInDetail>) {
  const change = useChangeStockIn()
  // The revision that the form started from; what is saved elsewhere appears on the page, not in the form.
  const [revision, setRevision] = useState(s.revision)
  const handIn = useHandIn((saved) => setRevision(saved.revision))
  const form = useSubmit<typeof stockInCalls.change, Values>(handIn, {
    initial: fillValues(s),
    args: (values) => makeArguments({ id: s.id, revision }, values),
    draft: `stock-in:${s.id}:${revision}`,
    done: (saved) =>
      saved.state === 'awaiting_card_owner' ? '已提交报销，等待卡主同意' : '已提交报销，等待财务确认',
  })
  const keep = async () => {
    const values = form.antd.getFieldsValue(true) as Values
    const saved = await change.run(makeArguments({ id: s.id, revision }, values))
    setRevision(saved.revision)
    form.saved()
    say('success', '已保存')
  }
  const cards = listCardShares(s)
  const options = payments.map((p) => ({
    value: p,
    label: paymentWords[p],
    disabled: p === 'card' && cards.length === 0,
  }))
  return (
    <FormPage
      form={form}
      submit="提交报销"
      columns={2}
      extra={
        <Button busy={change.busy} onClick={() => void keep().catch(() => {})}>
          保存
        </Button>
      }
    >
      <PieceFields order={s} form={form.antd as FormInstance} />
      <InvoiceRows order={s} form={form.antd as FormInstance} />
      <Field
        name="payment"
        label="支付方式"
        wide
        required
        hint={
          cards.length
            ? `经费卡支付时提交即冻结 ${sharesWords(cards)}，财务确认后扣除。`
            : '该申购使用项目经费，不能选择经费卡支付。'
        }
      >
        <Radio.Group options={options} />
      </Field>
      <Field name="remark" label="备注" wide>
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 1, maxRows: 4 }} />
      </Field>
    </FormPage>
  )
}
