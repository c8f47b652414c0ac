import { Input, InputNumber, Select, Switch } from 'antd'
import { labCalls, type LabDetail } from '@portal/contract/lab/lab'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { useClosing } from './closing.ts'
import { useChangeLab, useGradeOptions, useTypeOptions } from '../edit.queries.ts'
import { useDeptOptions } from '../lab.queries.ts'
import { RoomSelect } from './room-select.tsx'

/** What lists and the lab's own pages say of it. Its number stays: it is printed on doors and in links. */
export function BaseForm({ lab, onDone }: { lab: LabDetail; onDone?: () => void }) {
  const depts = useDeptOptions()
  const types = useTypeOptions()
  const grades = useGradeOptions()
  const { name, type, grade, areaM2, foundedYear, phone, email, intro, enabled } = lab
  const form = useSubmit<typeof labCalls.change>(useClosing(useChangeLab()), {
    initial: {
      name,
      deptId: lab.dept.id,
      type,
      grade,
      roomId: lab.room?.id ?? null,
      areaM2,
      foundedYear,
      phone,
      email,
      intro,
      enabled,
    },
    args: (values) => ({ body: { ...values, id: lab.id } }),
    done: '实验室资料已保存',
    ...(onDone && { after: onDone }),
  })
  return (
    <FormPage form={form} submit="保存资料" columns={2} {...(onDone && { onCancel: onDone })}>
      <Field name="name" label="实验室名称" hint={`编号 ${lab.serialId} 不能修改`}>
        <Input maxLength={60} />
      </Field>
      <Field name="deptId" label="所属单位">
        <Select options={depts} showSearch={{ optionFilterProp: 'label' }} />
      </Field>
      <Field name="type" label="实验室类型">
        <Select options={types} allowClear />
      </Field>
      <Field name="grade" label="实验室级别">
        <Select options={grades} allowClear />
      </Field>
      <Field name="roomId" label="主要房间" hint="门牌所在的房间，其他房间在“房间”中设置">
        <RoomSelect />
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
      <Field
        name="enabled"
        label="启用"
        hint="停用后不再出现在实验室平台，其仪器不再接受预约"
        valuePropName="checked"
      >
        <Switch />
      </Field>
      <Field name="intro" label="摘要" hint="显示在列表与首页；详细介绍在“简介”中编写" wide>
        <Input.TextArea autoSize={{ minRows: 3, maxRows: 10 }} maxLength={5000} showCount />
      </Field>
    </FormPage>
  )
}
