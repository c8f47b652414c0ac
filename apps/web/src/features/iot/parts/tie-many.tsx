import { Form, Radio, Select } from 'antd'
import { MOST_CHOSEN, type iotCalls, type UnitRow } from '@portal/contract/iot/iot'
import { say } from '../../../lib/tell.ts'
import { makePartKey, sendInParts } from '../../../lib/verdicts.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { PartsUnderway } from '../../../ui/list/parts-underway.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { useEveryLab } from '../../lab/shared/lab-options.ts'
import { RoomSelect } from '../../lab/shared/room-select.tsx'
import { useTieUnits } from '../iot.queries.ts'

type Tie = 'room' | 'lab' | 'none'
interface Values {
  tie: Tie
  roomId?: number | null
  labId?: number | null
}
const ties: { value: Tie; label: string }[] = [
  { value: 'room', label: '房间' },
  { value: 'lab', label: '实验室' },
  { value: 'none', label: '取消关联' },
]

interface Ends {
  /** True: saved. */
  onEnd: (done: boolean) => void
}
/** Assigns several sub-devices to a room or laboratory. */
export function TieMany({ units, onEnd }: { units: readonly UnitRow[] | null } & Ends) {
  return (
    <Modal
      open={units !== null}
      title={`关联 ${units?.length ?? 0} 个子设备`}
      footer={null}
      onCancel={() => onEnd(false)}
      destroyOnHidden
    >
      {units && <TieForm units={units} onEnd={onEnd} />}
    </Modal>
  )
}
function TieForm({ units, onEnd }: { units: readonly UnitRow[] } & Ends) {
  const labs = useEveryLab()
  const write = useTieUnits()
  const run: typeof write.run = async ({ body, idempotencyKey, ...args }) => {
    const answers = await sendInParts(
      units,
      (part, nth) =>
        write.run({
          ...args,
          body: body && { ...body, ids: part.map((u) => u.id) },
          idempotencyKey: makePartKey(idempotencyKey, nth),
        }),
      (some, unanswered) =>
        say('warning', `已修改 ${some.flat().length} 个子设备的关联，${unanswered} 个没有得到答复`),
      MOST_CHOSEN,
    )
    return answers.flat()
  }
  const form = useSubmit<typeof iotCalls.tieUnits, Values>(
    { ...write, run },
    {
      initial: { tie: 'room' },
      args: ({ tie, roomId, labId }) => ({
        body: {
          ids: units.map((u) => u.id),
          roomId: tie === 'room' ? (roomId ?? null) : null,
          labId: tie === 'lab' ? (labId ?? null) : null,
        },
      }),
      done: `已修改 ${units.length} 个子设备的关联`,
      after: () => onEnd(true),
    },
  )
  const tie = Form.useWatch('tie', { form: form.antd, preserve: true }) as Tie | undefined
  return (
    <FormPage form={form} submit="保存关联" intro={<PartsUnderway />} onCancel={() => onEnd(false)}>
      <Field name="tie" label="关联到" hint="替换所选子设备原有的仪器、房间或实验室" wide>
        <Radio.Group options={ties} />
      </Field>
      {(tie ?? 'room') === 'room' && (
        <Field name="roomId" label="房间" required wide>
          <RoomSelect />
        </Field>
      )}
      {tie === 'lab' && (
        <Field name="labId" label="实验室" required wide>
          <Select options={labs} showSearch={{ optionFilterProp: 'label' }} />
        </Field>
      )}
    </FormPage>
  )
}
