import { AutoComplete, Input, InputNumber, Select } from 'antd'
import type { RoomBody, RoomListRow, buildingCalls } from '@portal/contract/building/building'
import { useHolds } from '../../../lib/session.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { useOpenDeptOptions } from '../../dept/shared/dept-options.ts'
import { PersonSelect } from '../../people/shared/person-select.tsx'
import { useAddRoom, useBuildingOptions, useChangeRoom } from '../building.queries.ts'

interface Props {
  /** Null: a new one. */
  room: RoomListRow | null
  onDone: () => void
}
export const RoomForm = (props: Props) =>
  props.room ? <Change {...props} room={props.room} /> : <Add {...props} />

function Add({ onDone }: Props) {
  const form = useSubmit<typeof buildingCalls.addRoom>(useAddRoom(), { done: '房间已新增', after: onDone })
  return (
    <FormPage form={form} submit="新增房间" onCancel={onDone} columns={2}>
      <Fields room={null} />
    </FormPage>
  )
}

function Change({ room, onDone }: Props & { room: RoomListRow }) {
  const { id, building, name, floor, areaM2, use, keeper, dept } = room
  const form = useSubmit<typeof buildingCalls.changeRoom, RoomBody>(useChangeRoom(), {
    initial: {
      buildingId: building.id,
      name,
      floor,
      areaM2,
      use,
      keeperId: keeper?.id ?? null,
      deptId: dept?.id ?? null,
    },
    args: (body) => ({ params: { id }, body }),
    done: '房间已修改',
    after: onDone,
  })
  return (
    <FormPage form={form} submit="保存修改" onCancel={onDone} columns={2}>
      <Fields room={room} />
    </FormPage>
  )
}

const uses = ['实验室', '仪器室', '样品前处理室', '准备室', '办公室', '会议室', '库房'].map((value) => ({
  value,
}))

function Fields({ room }: { room: RoomListRow | null }) {
  const depts = useOpenDeptOptions(room?.dept?.id ?? null)
  const movable = useHolds(['LABORATORY_ALL'])
  const buildings = useBuildingOptions()
  return (
    <>
      <Field name="buildingId" label="楼宇">
        <Select options={buildings} showSearch={{ optionFilterProp: 'label' }} disabled={!movable} />
      </Field>
      <Field name="name" label="房间号">
        <Input maxLength={40} />
      </Field>
      <Field name="floor" label="楼层" hint="地下用负数">
        <InputNumber min={-20} max={200} precision={0} style={{ width: '100%' }} />
      </Field>
      <Field name="areaM2" label="面积（㎡）">
        <InputNumber min={0} precision={2} style={{ width: '100%' }} />
      </Field>
      <Field name="use" label="用途">
        <AutoComplete options={uses} maxLength={60} />
      </Field>
      <Field name="keeperId" label="房间负责人">
        <PersonSelect known={room?.keeper} />
      </Field>
      <Field name="deptId" label="所属部门">
        <Select options={depts} showSearch={{ optionFilterProp: 'label' }} allowClear disabled={!movable} />
      </Field>
    </>
  )
}
