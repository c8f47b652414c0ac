import { Input, Switch } from 'antd'
import { useNavigate } from 'react-router'
import type { assetCalls } from '@portal/contract/asset/calls'
import type { FillableForm } from '@portal/contract/form/form'
import type { Attachment } from '@portal/contract/kernel/rows'
import { to } from '../../../lib/paths.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Skeleton } from '../../../ui/light.tsx'
import { AskedField } from '../../form/shared/asked-field.tsx'
import { givenTo, type AskedValues } from '../../form/shared/asked.rules.ts'
import { RenewAsked } from '../../form/shared/renew-asked.tsx'
import { useAsked } from '../../form/shared/use-asked.ts'
import { useReportFault } from '../asset.queries.ts'
import { FilesField } from './files-field.tsx'

interface Values extends AskedValues {
  fault?: string
  urgent?: boolean
  files?: readonly Attachment[]
}
interface Props {
  deviceId: number
  onCancel: () => void
}
/** Reports a fault, with the fields that the instrument asks for. */
export function ReportForm(props: Props) {
  const asked = useAsked({ query: { deviceId: props.deviceId, occasion: 'fault' } })
  // If these fields cannot be loaded, the user can still report; the server names what is missing.
  if (asked.isPending) return <Skeleton rows={4} />
  return <Report {...props} asked={asked.data?.form ?? null} />
}
function Report({ deviceId, onCancel, asked }: Props & { asked: FillableForm | null }) {
  const go = useNavigate()
  const form = useSubmit<typeof assetCalls.reportFault, Values>(useReportFault(), {
    initial: { urgent: false, files: [], answers: null },
    args: ({ fault = '', urgent = false, files = [], ...v }) => ({
      body: {
        deviceId: String(deviceId),
        fault,
        urgent,
        fileIds: files.map((f) => f.id),
        answers: asked && givenTo(asked, v),
      },
    }),
    draft: `fault:${deviceId}`,
    done: (o) => `报修单 ${o.number} 已提交`,
    after: ({ id }) => void go(to('/osp/asset/repairs', { id })),
  })
  return (
    <FormPage
      form={form}
      submit="提交报修"
      onCancel={onCancel}
      help={(failure) => <RenewAsked failure={failure} />}
    >
      <Field name="fault" label="故障现象" hint="什么时候、做什么操作时出现，屏幕上的提示">
        <Input.TextArea maxLength={2000} autoSize={{ minRows: 3, maxRows: 8 }} />
      </Field>
      {asked && <AskedField failure={form.failure} asked={asked} />}
      <Field name="urgent" label="紧急" hint="有安全隐患或影响教学科研">
        <Switch />
      </Field>
      <Field name="files" label="照片">
        <FilesField business="repair" />
      </Field>
    </FormPage>
  )
}
