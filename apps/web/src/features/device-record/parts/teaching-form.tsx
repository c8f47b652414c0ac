import { Input, InputNumber, Select } from 'antd'
import {
  masteryWords,
  teachingKindWords,
  type deviceRecordCalls,
  type TeachingRow,
} from '@portal/contract/device-record/device-record'
import { DayInput } from '../../../ui/form/dates.tsx'
import type { FieldAria } from '../../../ui/form/field-aria.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { useSaveTeaching } from '../device-record.queries.ts'
import { listOptions } from '../../../ui/list/options.ts'

/** Input in hours; the value is in minutes. */
const HoursInput = ({
  id,
  value,
  onChange,
  ...aria
}: FieldAria & {
  id?: string
  value?: number | null
  onChange?: (minutes: number | null) => void
}) => (
  <InputNumber
    {...aria}
    id={id ?? ''}
    min={0}
    max={10_000}
    step={0.5}
    suffix="小时"
    style={{ width: '100%' }}
    value={value === null || value === undefined ? null : value / 60}
    onChange={(hours) => onChange?.(hours === null ? null : Math.round(hours * 60))}
  />
)
const count = <InputNumber min={0} max={100_000} precision={0} suffix="人" style={{ width: '100%' }} />

export function TeachingForm({
  deviceId,
  row,
  onDone,
}: {
  deviceId: number
  row: TeachingRow | null
  onDone: () => void
}) {
  const { id: _id, can: _can, ...known } = row ?? { id: 0, can: [] }
  const form = useSubmit<typeof deviceRecordCalls.saveTeaching>(useSaveTeaching(), {
    initial: { kind: 'course', mastery: 'guided', students: 0, teachers: 0, others: 0, ...known },
    args: (values) => ({ body: { ...values, id: row?.id ?? null, deviceId } }),
    done: '教学记录已保存',
    after: onDone,
  })
  return (
    <FormPage form={form} submit="保存教学记录" onCancel={onDone} columns={2}>
      <Field name="kind" label="类型">
        <Select options={listOptions(teachingKindWords)} />
      </Field>
      <Field name="title" label="课程或项目名称">
        <Input maxLength={200} />
      </Field>
      <Field name="teacher" label="指导教师">
        <Input maxLength={100} />
      </Field>
      <Field name="heldOn" label="日期">
        <DayInput />
      </Field>
      <Field name="minutes" label="机时">
        <HoursInput />
      </Field>
      <Field name="mastery" label="掌握程度">
        <Select options={listOptions(masteryWords)} />
      </Field>
      <Field name="students" label="学生人数">
        {count}
      </Field>
      <Field name="teachers" label="教师人数">
        {count}
      </Field>
      <Field name="others" label="其他人数">
        {count}
      </Field>
      <Field name="remark" label="备注" wide>
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Field>
    </FormPage>
  )
}
