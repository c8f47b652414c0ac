import { Input, Switch } from 'antd'
import { useNavigate } from 'react-router'
import type { assetCalls } from '@portal/contract/asset/calls'
import type { Attachment } from '@portal/contract/kernel/rows'
import { to } from '../../../lib/paths.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { useReportFault } from '../asset.queries.ts'
import { FilesField } from './files-field.tsx'

interface Values {
  fault?: string
  urgent?: boolean
  files?: readonly Attachment[]
}
export function ReportForm({ deviceId, onCancel }: { deviceId: number; onCancel: () => void }) {
  const go = useNavigate()
  const form = useSubmit<typeof assetCalls.reportFault, Values>(useReportFault(), {
    initial: { urgent: false, files: [] },
    args: ({ fault = '', urgent = false, files = [] }) => ({
      body: { deviceId: String(deviceId), fault, urgent, fileIds: files.map((f) => f.id) },
    }),
    draft: `fault:${deviceId}`,
    done: (o) => `报修单 ${o.number} 已提交`,
    after: ({ id }) => void go(to('/osp/asset/repairs', { id })),
  })
  return (
    <FormPage form={form} submit="提交报修" onCancel={onCancel}>
      <Field name="fault" label="故障现象" hint="什么时候、做什么操作时出现，屏幕上的提示">
        <Input.TextArea maxLength={2000} autoSize={{ minRows: 3, maxRows: 8 }} />
      </Field>
      <Field name="urgent" label="紧急" hint="有安全隐患或影响教学科研">
        <Switch />
      </Field>
      <Field name="files" label="照片">
        <FilesField business="repair" />
      </Field>
    </FormPage>
  )
}
