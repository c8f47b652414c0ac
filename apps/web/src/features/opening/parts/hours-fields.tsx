import { Select } from 'antd'
import { Field } from '../../../ui/form/field.tsx'
import { halfHours } from '../clock.ts'

/** Start and end, in half hours of a day. */
export const HoursFields = () => (
  <>
    <Field name="fromMinute" label="开始时间">
      <Select options={halfHours(0, 1410)} />
    </Field>
    <Field name="toMinute" label="结束时间">
      <Select options={halfHours(30, 1440)} />
    </Field>
  </>
)
