import { Input } from 'antd'
import { useState } from 'react'
import type { stockInCalls, StockInDetail } from '@portal/contract/stock-in/stock-in'
import { DayInput } from '../../../ui/form/dates.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Button, Card } from '../../../ui/light.tsx'
import type { PartProps } from '../../../ui/process/process.ts'
import { useEnterVoucher } from '../stock-in.queries.ts'

/** Finance enters or corrects the voucher; the log keeps every change. */
export function VoucherForm({ row: s }: PartProps<StockInDetail>) {
  const [open, setOpen] = useState(false)
  const known = s.voucherNumber !== null
  if (open) return <Fields order={s} onClose={() => setOpen(false)} />
  return (
    <Card
      title="报销凭证"
      extra={<Button onClick={() => setOpen(true)}>{known ? '更正凭证' : '登记凭证'}</Button>}
    >
      <p className="muted">
        {known ? '更正前后的凭证号和付款日期均记入办理记录。' : '财务系统记账后登记凭证号和付款日期。'}
      </p>
    </Card>
  )
}

interface Values {
  voucherNumber?: string
  paidOn?: string | null
  reason?: string
}
function Fields({ order: s, onClose }: { order: StockInDetail; onClose: () => void }) {
  const form = useSubmit<typeof stockInCalls.voucher, Values>(useEnterVoucher(), {
    initial: { voucherNumber: s.voucherNumber ?? '', paidOn: s.paidOn },
    args: ({ voucherNumber = '', ...rest }) => ({ params: { id: s.id }, body: { voucherNumber, ...rest } }),
    done: '凭证已登记',
    after: onClose,
  })
  return (
    <Card title="报销凭证">
      <FormPage form={form} submit="保存凭证" columns={2} onCancel={onClose}>
        <Field name="voucherNumber" label="凭证号" required>
          <Input maxLength={50} />
        </Field>
        <Field name="paidOn" label="付款日期">
          <DayInput />
        </Field>
        {s.voucherNumber !== null && (
          <Field name="reason" label="更正说明" wide>
            <Input maxLength={200} />
          </Field>
        )}
      </FormPage>
    </Card>
  )
}
