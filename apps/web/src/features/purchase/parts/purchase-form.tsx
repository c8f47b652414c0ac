import { Form, Input, Select } from 'antd'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import type { Attachment } from '@portal/contract/kernel/rows'
import { purchaseCalls } from '@portal/contract/purchase/calls'
import { purchaseMethodWords } from '@portal/contract/purchase/purchase'
import type { PurchaseDetail, PurchaseRules } from '@portal/contract/purchase/rows'
import { newKey } from '../../../lib/new-key.ts'
import { to } from '../../../lib/paths.ts'
import type { Write } from '../../../lib/query.ts'
import { DayInput } from '../../../ui/form/dates.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { UploadField } from '../../../ui/form/upload-field.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Button } from '../../../ui/light.tsx'
import { Warnings } from '../../../ui/warnings.tsx'
import { useEveryLab, withClosed } from '../../lab/shared/lab-options.ts'
import { judgeAsks, makeBody, fillValues, type ItemValues, type PurchaseValues } from '../form.rules.ts'
import { uploadPaper, useChangePurchase, useCreatePurchase, useSubmitPurchase } from '../purchase.queries.ts'
import { ItemsEditor } from './items-editor.tsx'
import { SourceRows } from './source-rows.tsx'

/** Saves the form and, if wanted, submits it; a refused submission stays a draft. */
function useKeeping(p: PurchaseDetail | undefined, mayHandIn: boolean) {
  const create = useCreatePurchase()
  const change = useChangePurchase()
  const submit = useSubmitPurchase()
  const id = useRef(p?.id)
  const handsIn = useRef(mayHandIn)
  const write: Write<typeof purchaseCalls.create> = {
    call: purchaseCalls.create,
    busy: create.busy || change.busy || submit.busy,
    async run({ idempotencyKey, ...args }) {
      const saved =
        id.current === undefined
          ? await create.run({ ...args, ...(idempotencyKey && { idempotencyKey }) })
          : await change.run({ ...args, params: { id: id.current } })
      id.current = saved.id
      return handsIn.current
        ? submit.run({ params: { id: saved.id }, quiet: true, idempotencyKey: newKey() })
        : saved
    },
  }
  const saveOnly = async (send: () => Promise<void>) => {
    handsIn.current = false
    try {
      await send()
    } finally {
      handsIn.current = mayHandIn
    }
  }
  return { write, saveOnly }
}

export function PurchaseForm({ purchase: p, rules }: { purchase?: PurchaseDetail; rules: PurchaseRules }) {
  const navigate = useNavigate()
  const mayHandIn = rules.submitBarred === null
  const { write, saveOnly } = useKeeping(p, mayHandIn)
  const form = useSubmit<typeof purchaseCalls.create, PurchaseValues>(write, {
    initial: fillValues(p),
    args: (values) => ({ body: makeBody(values) }),
    draft: `purchase-request:${p?.id ?? 'new'}`,
    done: (saved) =>
      saved.state === 'draft' ? `草稿 ${saved.number} 已保存` : `申购 ${saved.number} 已提交`,
    after: (saved) => void navigate(to('/osp/subscribe/subscribeFill', { id: saved.id }), { replace: true }),
  })
  return (
    <FormPage
      {...(!p && { title: '填写申购单' })}
      form={form}
      submit={mayHandIn ? '提交申购' : '保存草稿'}
      columns={2}
      intro={
        <>
          {p?.reason && (
            <p className="form-note" role="status">
              退回原因：{p.reason}
            </p>
          )}
          {!p && !mayHandIn && <Warnings texts={[rules.submitBarred ?? '']} />}
        </>
      }
      extra={
        mayHandIn && (
          <Button busy={form.busy} onClick={() => void saveOnly(form.submit)}>
            保存草稿
          </Button>
        )
      }
    >
      <Fields rules={rules} lab={p?.lab} />
    </FormPage>
  )
}

function Fields({ rules, lab }: { rules: PurchaseRules; lab: PurchaseDetail['lab'] | undefined }) {
  const labs = withClosed(useEveryLab(), lab)
  const asks = judgeAsks((Form.useWatch('items') as ItemValues[] | undefined) ?? [], rules)
  return (
    <>
      <Field name="title" label="申购名称" required>
        <Input maxLength={100} placeholder="例如：激光共聚焦显微镜购置" />
      </Field>
      <Field name="labId" label="拟安置实验室">
        <Select allowClear showSearch={{ optionFilterProp: 'label' }} options={labs} placeholder="请选择" />
      </Field>
      <ItemsEditor preciousFromFen={rules.preciousFromFen} />
      <p className="form-wide form-note" role="status">
        按当前填写：{purchaseMethodWords[asks.method]}
        {asks.precious && '，须做贵重仪器论证'}
        {asks.imported && '，须做进口设备论证'}
      </p>
      <SourceRows totalFen={asks.sum} />
      <Field name="purpose" label="购置理由" wide hint="必要性、用途和依据">
        <Input.TextArea autoSize={{ minRows: 3, maxRows: 12 }} maxLength={4000} />
      </Field>
      <Field name="expectedOn" label="期望到货日期">
        <DayInput />
      </Field>
      <Field name="remark" label="备注">
        <Input maxLength={500} />
      </Field>
      {rules.papers
        .filter((paper) => !paper.atContract)
        .map((paper) => (
          <Field
            key={paper.kind}
            name={['files', paper.kind]}
            label={`${paper.label}${asks.wants(paper) ? '（必需）' : ''}`}
            wide
          >
            <PaperField label={`上传${paper.label}`} />
          </Field>
        ))}
    </>
  )
}

const rule = purchaseCalls.upload.upload
interface PaperProps {
  label: string
  id?: string
  value?: readonly Attachment[]
  onChange?: (value: readonly Attachment[]) => void
}
export const PaperField = (props: PaperProps) =>
  rule && <UploadField<Attachment> {...props} rule={rule} upload={uploadPaper} nameOf={(a) => a.name} />
