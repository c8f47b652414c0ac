import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { DeviceDetail } from '@portal/contract/device/device'
import type { deviceManageCalls } from '@portal/contract/device/manage'
import { to } from '../../../lib/paths.ts'
import { DetailPage } from '../../../ui/detail/detail-page.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { ButtonLink, Empty } from '../../../ui/light.tsx'
import { useDevice } from '../device.queries.ts'
import { useUpdateDevice } from '../manage.queries.ts'
import { DeviceChecklist } from '../../opening/shared/checklist.tsx'
import { BaseFields, fillBase, type BaseValues } from '../parts/base-fields.tsx'
import { DetailFields, fillDetails, type DetailValues } from '../parts/detail-fields.tsx'
import '../parts/device-form.css'

/** The whole record of an instrument in one form. */
export default function DeviceEditPage() {
  const [search] = useSearchParams()
  const key = search.get('id') ?? search.get('serialId') ?? ''
  return key ? <Known id={key} /> : <Unknown />
}

const Unknown = () => (
  <section>
    <header className="page-head">
      <h1>编辑仪器</h1>
    </header>
    <Empty text="请先选择一台仪器">
      <ButtonLink to={to('/maintain/deviceInfo')}>仪器管理</ButtonLink>
    </Empty>
  </section>
)

function Known({ id }: { id: string }) {
  const query = useDevice({ params: { id } })
  return (
    <DetailPage
      query={query}
      name="编辑仪器"
      list={{ to: to('/maintain/deviceInfo'), text: '仪器管理' }}
      title={(d) => `编辑仪器：${d.name}`}
    >
      {(d) => (
        <>
          {d.status !== 'scrapped' && <DeviceChecklist deviceId={d.id} />}
          <EditForm key={d.id} device={d} />
        </>
      )}
    </DetailPage>
  )
}

function EditForm({ device: d }: { device: DeviceDetail }) {
  const go = useNavigate()
  const back = () => void go(to('/maintain/deviceDetail', { id: d.id }))
  // The page reloads the device while the user types; the form names the values it started from.
  const [seen] = useState(() => ({ ...fillBase(d), ...fillDetails(d) }))
  const form = useSubmit<typeof deviceManageCalls.update, BaseValues & DetailValues>(useUpdateDevice(), {
    initial: seen,
    args: (values) => ({ body: { ...values, id: d.id, seen } }),
    done: '仪器信息已保存',
    after: back,
  })
  return (
    <FormPage form={form} submit="保存" columns={2} onCancel={back}>
      <BaseFields device={d} />
      <DetailFields />
    </FormPage>
  )
}
