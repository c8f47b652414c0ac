import { Input } from 'antd'
import { useState } from 'react'
import { testOrderCalls, type TestOrderDetail } from '@portal/contract/test-order/test-order'
import { formatMoney } from '../../../lib/format.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { UploadField } from '../../../ui/form/upload-field.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Button, Card } from '../../../ui/light.tsx'
import type { PartProps } from '../../../ui/process/process.ts'
import { PersonSelect } from '../../people/shared/person-select.tsx'
import { useProposePayer, useProposeWriteOff } from '../test-order.queries.ts'

/** If the payer cannot pay: proposes another payer or a write-off, to which another person has to agree. */
export function Proposing({ row: t }: PartProps<TestOrderDetail>) {
  const [open, setOpen] = useState<'payer' | 'write_off'>()
  return (
    <Card title={t.payerGone ? '付款人账号已停用' : '付款人无法付款？'}>
      <p>
        {t.payerGone && `${t.payer.name} 的账号已停用，这张测试单无法由其付款。`}
        可请他人付款（对方同意后生效，金额不变），或提出核销（由另一位财务人员审批）。
      </p>
      {open === undefined && (
        <div className="page-extra no-print">
          <Button onClick={() => setOpen('payer')}>更换付款人</Button>
          {t.can.includes('propose_write_off') && (
            <Button onClick={() => setOpen('write_off')}>提出核销</Button>
          )}
        </div>
      )}
      {open === 'payer' && <PayerForm order={t} onCancel={() => setOpen(undefined)} />}
      {open === 'write_off' && <WriteOffForm order={t} onCancel={() => setOpen(undefined)} />}
    </Card>
  )
}

interface FormProps {
  order: TestOrderDetail
  onCancel: () => void
}
function PayerForm({ order: t, onCancel }: FormProps) {
  const form = useSubmit<typeof testOrderCalls.proposePayer, { payerId?: number; reason?: string }>(
    useProposePayer(),
    {
      args: ({ payerId = 0, reason = '' }) => ({ params: { id: t.id }, body: { payerId, reason } }),
      done: '已请新付款人确认',
    },
  )
  return (
    <FormPage form={form} submit="请对方确认付款" onCancel={onCancel} columns={2}>
      <Field name="payerId" label="新付款人" required>
        <PersonSelect />
      </Field>
      <Field name="reason" label="更换原因" wide>
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Field>
    </FormPage>
  )
}

const rule = testOrderCalls.proposeWriteOff.upload
function WriteOffForm({ order: t, onCancel }: FormProps) {
  const form = useSubmit<typeof testOrderCalls.proposeWriteOff, { reason?: string; paper?: readonly File[] }>(
    useProposeWriteOff(),
    {
      args: ({ reason = '', paper }) => ({
        params: { id: t.id },
        body: { reason },
        files: [...(paper ?? [])],
      }),
      done: '已提交财务审批核销',
    },
  )
  return (
    <FormPage form={form} submit={`提出核销 ${formatMoney(t.totalFen)}`} onCancel={onCancel} columns={2}>
      <Field name="reason" label="核销原因" wide>
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Field>
      <Field name="paper" label="依据文件" wide hint="金额较大的核销须上传，例如批复或催缴记录">
        <PaperField />
      </Field>
    </FormPage>
  )
}
const PaperField = (props: {
  id?: string
  value?: readonly File[]
  onChange?: (files: readonly File[]) => void
}) => rule && <UploadField {...props} rule={rule} label="选择依据文件" />
