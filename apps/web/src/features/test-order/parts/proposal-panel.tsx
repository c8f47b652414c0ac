import { Input } from 'antd'
import { useState } from 'react'
import { testOrderCalls, type TestOrderDetail } from '@portal/contract/test-order/test-order'
import { formatMinute, formatMoney } from '../../../lib/format.ts'
import { deciding } from '../../../lib/verdicts.ts'
import { testOrderNumber } from '@portal/contract/test-order/test-order'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { UploadField } from '../../../ui/form/upload-field.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Button, Card } from '../../../ui/light.tsx'
import { PersonSelect } from '../../people/shared/person-select.tsx'
import {
  useAuditTestOrders,
  useProposePayer,
  useProposeWriteOff,
  useWithdrawProposal,
} from '../test-order.queries.ts'
import { declinePicks } from '../test-order.words.ts'

/** Whose payer cannot pay: somebody else does, or nobody. One proposes, another one agrees. */
export function ProposalPanel({ order: t, onDone }: { order: TestOrderDetail; onDone?: () => void }) {
  if (t.proposal) return <Proposed order={t} proposal={t.proposal} {...(onDone && { onDone })} />
  return t.can.includes('propose_payer') ? <Proposing key={t.stateAt} order={t} /> : null
}

function Proposing({ order: t }: { order: TestOrderDetail }) {
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

function Proposed({
  order: t,
  proposal,
  onDone,
}: {
  order: TestOrderDetail
  proposal: NonNullable<TestOrderDetail['proposal']>
  onDone?: () => void
}) {
  const audit = useAuditTestOrders()
  const withdraw = useWithdrawProposal()
  const decide = async (verdict: 'approve' | 'return', said: string, reason: string | null) => {
    if (await deciding(audit, testOrderNumber)([t], verdict, said, reason)) onDone?.()
  }
  const pays = proposal.kind === 'payer'
  const yes = pays ? '同意付款' : '核销'
  const no = pays ? '拒绝付款' : '驳回核销'
  const sum = formatMoney(t.totalFen)
  return (
    <Card title={pays ? '待新付款人确认' : '待核销'} className="decide">
      <p>
        {proposal.by?.name ?? '系统'} 于 {formatMinute(proposal.at)}{' '}
        {pays
          ? `提议由 ${proposal.payer?.name ?? ''} 支付 ${sum}（原付款人 ${t.payer.name}）`
          : `提出核销 ${sum}（付款人 ${t.payer.name}）`}
        。原因：{proposal.reason}
      </p>
      <div className="page-extra no-print">
        {(t.can.includes('accept_payer') || t.can.includes('write_off')) && (
          <ConfirmButton
            kind="primary"
            danger={false}
            title={`${yes}？`}
            text={pays ? '同意后这张测试单由您支付，金额不变。' : '核销后这张测试单无需支付，且不能再更改。'}
            ok={`${yes} ${sum}`}
            onConfirm={() => decide('approve', yes, null)}
          >
            {yes}
          </ConfirmButton>
        )}
        {(t.can.includes('decline_payer') || t.can.includes('decline_write_off')) && (
          <ConfirmButton
            title={`${no}？`}
            text="测试单仍由原付款人支付，可另行提议。"
            ok={no}
            reason={{ label: '原因', required: true, picks: declinePicks }}
            onConfirm={(reason) => decide('return', no, reason)}
          >
            {no}
          </ConfirmButton>
        )}
        {t.can.includes('withdraw') && (
          <ConfirmButton
            title="撤回提议？"
            text="撤回后可另行提议。"
            ok="撤回提议"
            kind="plain"
            onConfirm={() => withdraw.run({ params: { id: t.id } })}
          >
            撤回提议
          </ConfirmButton>
        )}
      </div>
    </Card>
  )
}
