import { Form, InputNumber, Select } from 'antd'
import { masteryWords } from '@portal/contract/device-record/device-record'
import { Field } from '../../../ui/form/field.tsx'
import { listOptions } from '../../../ui/list/options.ts'
import './besides-hours.css'

const people = [
  ['trainedStudents', '学生'],
  ['trainedTeachers', '教师'],
  ['trainedOthers', '其他人员'],
] as const

/** Data for reports besides the hours: preparation, clean-up, and people trained. */
export function BesidesHours() {
  const antd = Form.useFormInstance()
  const values = Form.useWatch([], { form: antd, preserve: true }) as Record<string, unknown> | undefined
  const some = people.some(([name]) => Number(values?.[name] ?? 0) > 0)
  return (
    <fieldset className="besides-hours form-wide">
      <legend>准备、后处理与培训（用于上报，不计费）</legend>
      <Field name="preparationMinutes" label="准备时间（分钟）">
        <Count />
      </Field>
      <Field name="cleanupMinutes" label="后处理时间（分钟）">
        <Count />
      </Field>
      {people.map(([name, word]) => (
        <Field key={name} name={name} label={`培训${word}（人次）`}>
          <Count />
        </Field>
      ))}
      {some && (
        <Field name="trainedMastery" label="掌握程度">
          <Select allowClear options={listOptions(masteryWords)} />
        </Field>
      )}
    </fieldset>
  )
}
/** An empty field counts as 0. */
const Count = ({ onChange, ...props }: { id?: string; value?: number; onChange?: (n: number) => void }) => (
  <InputNumber
    {...props}
    onChange={(n) => onChange?.(n ?? 0)}
    min={0}
    max={100_000}
    precision={0}
    style={{ width: '100%' }}
  />
)
