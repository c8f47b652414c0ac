import { Input, Radio } from 'antd'
import type { ComponentProps } from 'react'
import { bookingWayWords, type BookingWay } from '@portal/contract/asset/repair'
import { OPINION } from '@portal/contract/kernel/fields'
import { InstantInput } from '../../../ui/form/dates.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { listOptions } from '../../../ui/list/options.ts'
import { PersonSelect } from '../../people/shared/person-select.tsx'

export interface AssignValues {
  assigneeId?: number | null
  expectedAt?: string | null
  company?: string | null
  bookings?: BookingWay
  reason?: string | null
}
/** The call's arguments; if nobody is chosen, the message shows at the field. */
export const makeAssignment = ({
  assigneeId,
  expectedAt = null,
  company = null,
  bookings = 'warn',
  reason = null,
}: AssignValues) => ({
  assigneeId: assigneeId ?? 0,
  expectedAt,
  company,
  bookings,
  reason,
})

/** The repairer, the deadline, and what happens to bookings meanwhile. */
export const AssignFields = ({ known }: Pick<ComponentProps<typeof PersonSelect>, 'known'>) => (
  <>
    <Field name="assigneeId" label="维修负责人" required>
      <PersonSelect known={known} />
    </Field>
    <Field name="expectedAt" label="预计恢复时间" hint="不填则按一周处理期间的预约">
      <InstantInput />
    </Field>
    <Field name="company" label="维修单位">
      <Input maxLength={100} />
    </Field>
    <Field name="bookings" label="期间的预约" wide>
      <Radio.Group options={listOptions(bookingWayWords)} />
    </Field>
    <Field name="reason" label={OPINION} wide>
      <Input.TextArea rows={2} maxLength={500} />
    </Field>
  </>
)
