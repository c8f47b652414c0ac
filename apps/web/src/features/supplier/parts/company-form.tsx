import { Input } from 'antd'
import { useState } from 'react'
import { LICENCE, type SupplierDetail, type supplierCalls } from '@portal/contract/supplier/supplier'
import type { Arguments } from '@portal/contract/kernel/call'
import { say } from '../../../lib/tell.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Button } from '../../../ui/light.tsx'
import { useSaveCompany, useSubmitCompany } from '../supplier.queries.ts'
import { PaperRows, type PaperValues } from './paper-rows.tsx'

interface Values {
  legalPerson?: string | null
  address?: string | null
  businessScope?: string | null
  papers: PaperValues[]
}
const makeBody = ({
  papers,
  ...company
}: Values): NonNullable<Arguments<typeof supplierCalls.submit>['body']> => ({
  ...company,
  papers: (papers ?? []).map((p) => ({ ...p, fileId: p.fileId ?? '', kind: p.kind ?? '' })),
})

/** The company's data. May be saved any number of times, then submitted for the audit. */
export function CompanyForm({ supplier: s }: { supplier: SupplierDetail }) {
  const save = useSaveCompany()
  // The revision that the form started from, because other members may save meanwhile.
  const [revision, setRevision] = useState(s.revision)
  const papers = s.papers.map((p) => ({
    fileId: p.file.id,
    kind: p.kind,
    number: p.number,
    validFrom: p.validFrom,
    validTo: p.validTo,
  }))
  const form = useSubmit<typeof supplierCalls.submit, Values>(useSubmitCompany(), {
    initial: {
      legalPerson: s.legalPerson,
      address: s.address,
      businessScope: s.businessScope,
      papers: papers.length ? papers : [{ kind: LICENCE, fileId: null }],
    },
    args: (values) => ({ body: { ...makeBody(values), revision } }),
    done: '已提交审核，结果会通知您',
    after: (sent) => setRevision(sent.revision),
  })
  const keep = async () => {
    try {
      const values = form.antd.getFieldsValue(true) as Values
      // A row without its file is not saved and stays on the screen only.
      const body = makeBody({ ...values, papers: values.papers.filter((p) => p.fileId) })
      setRevision((await save.run({ body: { ...body, revision } })).revision)
      form.saved()
      say('success', '企业资料已保存')
    } catch {
      // `send` has shown the failure.
    }
  }
  return (
    <FormPage
      form={form}
      submit="提交审核"
      columns={2}
      intro={
        <header>
          <h2>{s.state === 'approved' ? '变更企业资料' : '填写企业资料'}</h2>
          {s.state === 'approved' && (
            <p className="muted">提交变更后需要重新审核，审核通过前不能参加报价、投标和签订合同。</p>
          )}
        </header>
      }
      extra={
        s.can.includes('save') && (
          <Button busy={save.busy} onClick={() => void keep()}>
            保存
          </Button>
        )
      }
    >
      <Field name="legalPerson" label="法定代表人" required>
        <Input maxLength={50} />
      </Field>
      <Field name="address" label="注册地址" required>
        <Input maxLength={200} />
      </Field>
      <Field name="businessScope" label="经营范围" wide required>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} maxLength={2000} />
      </Field>
      <PaperRows papers={s.papers} />
    </FormPage>
  )
}
