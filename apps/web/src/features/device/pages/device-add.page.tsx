import { useNavigate, useSearchParams } from 'react-router'
import type { DeviceBody } from '@portal/contract/device/body'
import type { deviceManageCalls } from '@portal/contract/device/manage'
import { to } from '../../../lib/paths.ts'
import { FormPage } from '../../../ui/form/form-page.tsx'
import type { FormStep } from '../../../ui/form/steps.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { useAddDevice } from '../manage.queries.ts'
import { baseNames, NameFields, PlaceFields, StateFields, ValueFields } from '../parts/base-fields.tsx'
import { DetailFields, detailTexts } from '../parts/detail-fields.tsx'
import { DeviceSetup } from '../parts/device-setup.tsx'
import '../parts/device-form.css'

const steps: readonly FormStep[] = [
  { title: '基本信息', names: baseNames.name, fields: <NameFields /> },
  { title: '归属与位置', names: baseNames.place, fields: <PlaceFields /> },
  { title: '来源与价值', names: baseNames.value, fields: <ValueFields /> },
  {
    title: '功能与须知',
    names: [...detailTexts.map(([name]) => name), 'subjects', 'tags'],
    fields: <DetailFields head={false} />,
  },
  { title: '状态与共享', names: baseNames.state, fields: <StateFields /> },
]

/**
 * Registers a new instrument, step by step. With `id` it is registered, and the page sets it up for booking.
 */
export default function DeviceAddPage() {
  const id = useSearchParams()[0].get('id')
  return id ? <DeviceSetup key={id} id={id} /> : <Registration />
}

function Registration() {
  const go = useNavigate()
  const form = useSubmit<typeof deviceManageCalls.add, Partial<DeviceBody>>(useAddDevice(), {
    initial: {
      status: 'normal',
      shared: false,
      imported: false,
      underCustoms: false,
      subjects: [],
      tags: [],
    },
    // The form checks the schema while the user types, which reports missing fields.
    args: (values) => ({ body: values as DeviceBody }),
    draft: 'device-add',
    done: '仪器已登记',
    after: ({ id }) => void go(to('/maintain/deviceAdd', { id, step: 'pictures' })),
  })
  return (
    <FormPage
      title="新增仪器"
      form={form}
      submit="登记仪器"
      columns={2}
      steps={steps}
      onCancel={() => void go(to('/maintain/deviceInfo'))}
    />
  )
}
