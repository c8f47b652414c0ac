import { Input, InputNumber, Select } from 'antd'
import type { Ref } from '@portal/contract/kernel/rows'
import { Field } from '../../../ui/form/field.tsx'
import { keepPresent } from '../../../ui/list/options.ts'
import { useDeptOptions } from '../lab.queries.ts'
import { useKeptCodeOptions } from '../../dictionary/shared/code-options.ts'
import { RoomSelect } from './room-select.tsx'

/** The present values of a lab, which may no longer be offered. */
interface Present {
  dept: Ref
  type: string | null
  grade: string | null
}

/** The fields of a lab, for creating and editing. `lab`: null for a new one. */
export function LabFields({ lab, roomHint }: { lab: Present | null; roomHint: string }) {
  const depts = keepPresent(useDeptOptions(), lab && { value: lab.dept.id, label: lab.dept.name })
  const types = useKeptCodeOptions('lab_type', lab?.type ?? null)
  const grades = useKeptCodeOptions('lab_grade', lab?.grade ?? null)
  return (
    <>
      <Field name="deptId" label="所属单位">
        <Select options={depts} showSearch={{ optionFilterProp: 'label' }} />
      </Field>
      <Field name="roomId" label="主要房间" hint={roomHint}>
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
    </>
  )
}
