import { useState } from 'react'
import { labCalls, type LabDetail } from '@portal/contract/lab/lab'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { useChooseRooms } from '../edit.queries.ts'
import { RoomsSelect } from './room-select.tsx'

/** The rooms of a lab other than its main room. */
export function RoomsForm({ lab }: { lab: LabDetail }) {
  // What the form shows is compared with what it began with: a colleague's rooms are not in it.
  const [seen, setSeen] = useState(() => lab.rooms.map((r) => r.id).filter((id) => id !== lab.room?.id))
  const form = useSubmit<typeof labCalls.chooseRooms, { roomIds: readonly number[] }>(useChooseRooms(), {
    initial: { roomIds: seen },
    args: ({ roomIds }) => ({ params: { id: lab.id }, body: { roomIds: [...roomIds], seen } }),
    done: '房间已保存',
    after: (_, { roomIds }) => setSeen([...roomIds]),
  })
  return (
    <FormPage form={form} submit="保存房间">
      <Field
        name="roomIds"
        label="其他房间"
        required={false}
        hint={
          lab.room
            ? `主要房间为 ${lab.room.building} ${lab.room.name}，在“基本资料”中修改`
            : '主要房间在“基本资料”中设置'
        }
        wide
      >
        <RoomsSelect />
      </Field>
    </FormPage>
  )
}
