import { Input, InputNumber, Select } from 'antd'
import type { labCalls } from '@portal/contract/lab/lab'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { useCreateLab } from '../back.queries.ts'
import { useGradeOptions, useTypeOptions } from '../edit.queries.ts'
import { useDeptOptions } from '../lab.queries.ts'
import { RoomSelect } from '../shared/room-select.tsx'

/** A lab begins with what lists show of it; people, rooms and pictures come afterwards. */
export function NewLab({ onDone, onMade }: { onDone: () => void; onMade: (id: number) => void }) {
  const depts = useDeptOptions()
  const types = useTypeOptions()
  const grades = useGradeOptions()
  const form = useSubmit<typeof labCalls.create>(useCreateLab(), {
    initial: { serialId: 'LAB', enabled: true },
    done: '实验室已新增，请指定主任',
    after: ({ id }) => onMade(id),
  })
  return (
    <FormPage form={form} submit="新增实验室" onCancel={onDone} columns={2}>
      <Field name="name" label="实验室名称">
        <Input maxLength={60} />
      </Field>
      <Field name="serialId" label="实验室编号" hint="以 LAB 开头，之后不能修改">
        <Input maxLength={30} />
      </Field>
      <Field name="deptId" label="所属单位">
        <Select options={depts} showSearch={{ optionFilterProp: 'label' }} />
      </Field>
      <Field name="roomId" label="主要房间" hint="门牌所在的房间">
        <RoomSelect />
      </Field>
      <Field name="type" label="实验室类型">
        <Select options={types} allowClear />
      </Field>
      <Field name="grade" label="实验室级别">
        <Select options={grades} allowClear />
      </Field>
      <Field name="areaM2" label="面积（㎡）" hint="所有房间合计">
        <InputNumber min={0} precision={2} style={{ width: '100%' }} />
      </Field>
      <Field name="foundedYear" label="建立年份">
        <InputNumber min={1850} max={2200} precision={0} style={{ width: '100%' }} placeholder="如 1998" />
      </Field>
      <Field name="phone" label="联系电话">
        <Input maxLength={20} inputMode="tel" />
      </Field>
      <Field name="email" label="联系邮箱">
        <Input maxLength={100} inputMode="email" />
      </Field>
      <Field name="intro" label="摘要" wide>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} maxLength={5000} />
      </Field>
    </FormPage>
  )
}
