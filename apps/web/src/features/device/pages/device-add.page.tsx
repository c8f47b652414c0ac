import { useNavigate } from 'react-router'
import type { DeviceBody } from '@portal/contract/device/body'
import type { deviceManageCalls } from '@portal/contract/device/manage'
import { to } from '../../../lib/paths.ts'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { useAddDevice } from '../manage.queries.ts'
import { BaseFields } from '../parts/base-fields.tsx'
import { DetailFields } from '../parts/detail-fields.tsx'
import '../parts/device-form.css'

/** A new instrument; pictures, records and openings follow on its own page. */
export default function DeviceAddPage() {
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
    // The schema, which the form checks with as one types, says what is missing.
    args: (values) => ({ body: values as DeviceBody }),
    draft: 'device-add',
    done: '仪器已登记',
    after: ({ id }) => void go(to('/maintain/deviceDetail', { id, tab: 'pictures' })),
  })
  return (
    <FormPage
      title="新增仪器"
      form={form}
      submit="登记仪器"
      columns={2}
      onCancel={() => void go(to('/maintain/deviceInfo'))}
    >
      <BaseFields />
      <DetailFields />
    </FormPage>
  )
}
