import { Input } from 'antd'
import { useState } from 'react'
import type { assetCalls } from '@portal/contract/asset/calls'
import type { ScrapDetail } from '@portal/contract/asset/scrap'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Button, Card } from '../../../ui/light.tsx'
import type { PartProps } from '../../../ui/process/process.ts'
import { useCorrectDisposal } from '../asset.queries.ts'
import { DisposalFields, makeDisposal, type DisposalValues } from './disposal-form.tsx'

/** What was mistyped in a registered disposal. */
export function CorrectDisposal({ row: s }: PartProps<ScrapDetail>) {
  const [open, setOpen] = useState(false)
  if (open) return <Correction scrap={s} onClose={() => setOpen(false)} />
  return (
    <Card title="更正处置登记" extra={<Button onClick={() => setOpen(true)}>更正</Button>}>
      <p className="muted">
        处置方式、日期、回收单位或残值收入登记有误时更正；更正前后的内容和原因记入办理记录。
      </p>
    </Card>
  )
}

interface Values extends DisposalValues {
  reason?: string
}
function Correction({ scrap, onClose }: { scrap: ScrapDetail; onClose: () => void }) {
  // What a colleague saves meanwhile appears on the page, not in the form.
  const [s] = useState(scrap)
  const form = useSubmit<typeof assetCalls.correctDisposal, Values>(useCorrectDisposal(), {
    initial: {
      ...(s.way !== null && { way: s.way }),
      ...(s.disposedOn !== null && { disposedOn: s.disposedOn }),
      recycler: s.recycler,
      incomeFen: s.incomeFen,
    },
    args: ({ reason = '', ...disposal }) => ({
      params: { id: s.id },
      body: { ...makeDisposal(disposal), reason, revision: s.revision },
    }),
    done: '处置登记已更正',
    after: onClose,
  })
  return (
    <Card title="更正处置登记">
      <FormPage form={form} submit="保存更正" columns={2} onCancel={onClose}>
        <DisposalFields />
        <Field name="reason" label="更正原因" wide required>
          <Input maxLength={500} placeholder="如：残值收入录入有误" />
        </Field>
      </FormPage>
    </Card>
  )
}
