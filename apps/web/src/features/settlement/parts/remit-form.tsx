import { Input } from 'antd'
import { useRef } from 'react'
import {
  settlementCalls,
  type RemittanceBody,
  type SettlementDetail,
} from '@portal/contract/settlement/settlement'
import { copyText } from '../../../lib/copy-text.ts'
import { to } from '../../../lib/paths.ts'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { DayInput } from '../../../ui/form/dates.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { UploadField } from '../../../ui/form/upload-field.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Button, ButtonLink, Card } from '../../../ui/light.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import type { PartProps } from '../../../ui/process/process.ts'
import { useRemit } from '../settlement.queries.ts'

type Values = Partial<RemittanceBody> & { proof?: readonly File[] }
const rule = settlementCalls.remit.upload

/** Where to remit to; then the remittance: payer, date, voucher number, and a picture of the voucher. */
export function RemitForm({ row: s }: PartProps<SettlementDetail>) {
  const form = useSubmit<typeof settlementCalls.remit, Values>(useRemit(), {
    initial: {
      voucherNumber: s.remittance?.voucherNumber ?? '',
      remitter: s.remittance?.remitter ?? s.payer.name,
      ...(s.remittance && { remittedOn: s.remittance.remittedOn }),
    },
    args: ({ proof, ...body }) => ({
      params: { id: s.id },
      body: { voucherNumber: '', remitter: '', remittedOn: '', ...body },
      files: [...(proof ?? [])],
    }),
    draft: `remit:${s.id}`,
    done: '汇款信息已登记，等待财务确认',
  })
  return (
    <>
      {s.remitTo.length > 0 && <RemitTo settlement={s} />}
      <Card
        title="登记汇款"
        extra={
          <ButtonLink size="small" to={to('/osp/printPayOrder', { id: s.id })}>
            打印结算单
          </ButtonLink>
        }
      >
        <FormPage form={form} submit="登记汇款" columns={2}>
          <Field name="voucherNumber" label="凭证号">
            <Input maxLength={50} />
          </Field>
          <Field name="remitter" label="汇款人">
            <Input maxLength={100} />
          </Field>
          <Field name="remittedOn" label="汇款日期">
            <DayInput />
          </Field>
          <Field name="proof" label="汇款凭证" wide required>
            <ProofField />
          </Field>
        </FormPage>
      </Card>
    </>
  )
}

/** The account, and what to write on the transfer, by which finance finds it. */
const RemitTo = ({ settlement: s }: { settlement: SettlementDetail }) => (
  <Card title="收款账户">
    <Facts
      items={[
        ...s.remitTo.map(({ label, value }) => ({ label, value: <Copied label={label} text={value} /> })),
        { label: '汇款金额', value: <MoneyText fen={s.totalFen} strong /> },
        { label: '汇款附言请写', value: <Copied label="汇款附言" text={s.number} /> },
      ]}
    />
  </Card>
)

function Copied({ label, text }: { label: string; text: string }) {
  const shown = useRef<HTMLSpanElement>(null)
  return (
    <>
      <span ref={shown}>{text}</span>{' '}
      <Button
        size="small"
        kind="text"
        aria-label={`复制${label}`}
        onClick={() => void copyText(text, shown.current)}
      >
        复制
      </Button>
    </>
  )
}

const ProofField = (props: {
  id?: string
  value?: readonly File[]
  onChange?: (files: readonly File[]) => void
}) => rule && <UploadField {...props} rule={rule} label="选择凭证文件" />
