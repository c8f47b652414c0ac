import { Input, Select } from 'antd'
import { useNavigate } from 'react-router'
import type { assetCalls } from '@portal/contract/asset/calls'
import { to } from '../../../lib/paths.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { useEveryLab } from '../../lab/shared/lab-options.ts'
import { RoomSelect } from '../../lab/shared/room-select.tsx'
import { PersonSelect } from '../../people/shared/person-select.tsx'
import { useRequestTransfer } from '../asset.queries.ts'

interface Values {
  toLabId?: number
  toRoomId?: number | null
  toKeeperId?: number | null
  why?: string
}
export function TransferForm({ deviceId, onCancel }: { deviceId: number; onCancel: () => void }) {
  const go = useNavigate()
  const labs = useEveryLab()
  const form = useSubmit<typeof assetCalls.requestTransfer, Values>(useRequestTransfer(), {
    // The schema reports missing values.
    args: ({ toLabId, toRoomId = null, toKeeperId = null, why = '' }) => ({
      body: { deviceId, toLabId: toLabId ?? 0, toRoomId, toKeeperId, why },
    }),
    done: (t) => `调拨申请 ${t.number} 已提交`,
    after: ({ id }) => void go(to('/osp/asset/transfers', { id })),
  })
  return (
    <FormPage form={form} submit="申请调拨" onCancel={onCancel} columns={2}>
      <Field name="toLabId" label="调入实验室" required hint="只换房间或保管人时选择本实验室">
        <Select showSearch={{ optionFilterProp: 'label' }} options={labs} placeholder="选择实验室" />
      </Field>
      <Field name="toRoomId" label="存放房间">
        <RoomSelect />
      </Field>
      <Field name="toKeeperId" label="接收保管人">
        <PersonSelect />
      </Field>
      <Field name="why" label="调拨理由" wide>
        <Input.TextArea maxLength={1000} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Field>
    </FormPage>
  )
}
