import { Form, Input, InputNumber, Radio, Select } from 'antd'
import {
  failSafeWords,
  unitKindWords,
  type FailSafe,
  type iotCalls,
  type UnitKind,
  type UnitRow,
} from '@portal/contract/iot/iot'
import { AsyncSelect } from '../../../ui/form/async-select.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { listOptions } from '../../../ui/list/options.ts'
import { useDeviceOptions } from '../../device/shared/device-options.ts'
import { useEveryLab } from '../../lab/shared/lab-options.ts'
import { RoomSelect } from '../../lab/shared/room-select.tsx'
import { useCreateUnit, useEditUnit, useGateway, useGatewayOptions } from '../iot.queries.ts'

type Tie = 'device' | 'lab' | 'room' | 'none'
interface Values {
  gatewayId: number
  number: number
  kind: UnitKind
  name: string
  model?: string | null
  href?: string | null
  tie: Tie
  deviceId?: number | null
  labId?: number | null
  roomId?: number | null
  leadMinutes: number
  graceMinutes: number
  warnMinutes: number
  stage: number
  failSafe: FailSafe
  remark?: string | null
}
const makeBody = ({
  tie,
  deviceId,
  labId,
  roomId,
  gatewayId: _g,
  number: _n,
  kind: _k,
  ...said
}: Values) => ({
  ...said,
  deviceId: tie === 'device' ? (deviceId ?? null) : null,
  labId: tie === 'lab' ? (labId ?? null) : null,
  roomId: tie === 'room' ? (roomId ?? null) : null,
})
const findTie = (u: UnitRow): Tie => (u.device ? 'device' : u.lab ? 'lab' : u.room ? 'room' : 'none')

export function NewUnit({ gatewayId, onDone }: { gatewayId: number | undefined; onDone: () => void }) {
  const { data: gateway } = useGateway(
    { params: { id: gatewayId ?? 0 } },
    { enabled: gatewayId !== undefined },
  )
  const form = useSubmit<typeof iotCalls.createUnit, Values>(useCreateUnit(), {
    initial: {
      ...(gatewayId !== undefined && { gatewayId }),
      tie: 'device',
      leadMinutes: 10,
      graceMinutes: 15,
      warnMinutes: 5,
      stage: 0,
      failSafe: 'off',
    },
    args: (v) => ({ body: { ...makeBody(v), gatewayId: v.gatewayId, number: v.number, kind: v.kind } }),
    done: '子设备已新增',
    after: onDone,
  })
  const kind = Form.useWatch('kind', { form: form.antd, preserve: true }) as UnitKind | undefined
  const tie = Form.useWatch('tie', { form: form.antd, preserve: true }) as Tie | undefined
  return (
    <FormPage form={form} title="新增子设备" submit="新增子设备" onCancel={onDone} columns={2}>
      <Field name="gatewayId" label="网关">
        <AsyncSelect
          useOptions={useGatewayOptions}
          known={gateway && { value: gateway.id, label: gateway.name }}
          placeholder="输入网关名称"
        />
      </Field>
      <Field name="number" label="端口号" hint="网关上的接线端口，1–255">
        <InputNumber min={1} max={255} precision={0} style={{ width: '100%' }} />
      </Field>
      <Field name="kind" label="类型">
        <Select options={listOptions(unitKindWords)} />
      </Field>
      <Fields kind={kind} tie={tie ?? 'device'} />
    </FormPage>
  )
}

export function EditUnit({ unit: u, onDone }: { unit: UnitRow; onDone: () => void }) {
  const form = useSubmit<typeof iotCalls.editUnit, Values>(useEditUnit(), {
    initial: {
      name: u.name,
      model: u.model,
      href: u.href,
      tie: findTie(u),
      deviceId: u.device?.id ?? null,
      labId: u.lab?.id ?? null,
      roomId: u.room?.id ?? null,
      leadMinutes: u.leadMinutes,
      graceMinutes: u.graceMinutes,
      warnMinutes: u.warnMinutes,
      stage: u.stage,
      failSafe: u.failSafe,
      remark: u.remark,
    },
    args: (v) => ({ params: { id: u.id }, body: makeBody(v) }),
    done: '子设备已修改',
    after: onDone,
  })
  const tie = Form.useWatch('tie', { form: form.antd, preserve: true }) as Tie | undefined
  return (
    <FormPage form={form} title={`修改 ${u.name}`} submit="保存修改" onCancel={onDone} columns={2}>
      <Fields kind={u.kind} tie={tie ?? findTie(u)} device={u.device} />
    </FormPage>
  )
}

const ties: { value: Tie; label: string }[] = [
  { value: 'device', label: '仪器' },
  { value: 'room', label: '房间' },
  { value: 'lab', label: '实验室' },
  { value: 'none', label: '暂不关联' },
]
interface FieldsProps {
  kind: UnitKind | undefined
  tie: Tie
  device?: UnitRow['device']
}
function Fields({ kind, tie, device }: FieldsProps) {
  const labs = useEveryLab()
  const controlled = kind === 'door' || kind === 'air_switch'
  return (
    <>
      <Field name="name" label="名称">
        <Input maxLength={60} />
      </Field>
      <Field name="model" label="型号">
        <Input maxLength={60} />
      </Field>
      <Field
        name="tie"
        label="关联到"
        hint="预约了所关联仪器（或其房间、实验室内仪器）的人可以开门、用电"
        wide
      >
        <Radio.Group options={ties} />
      </Field>
      {tie === 'device' && (
        <Field name="deviceId" label="仪器" required wide>
          <AsyncSelect
            useOptions={useDeviceOptions}
            known={device ? { value: device.id, label: device.name } : undefined}
            placeholder="输入仪器名称"
          />
        </Field>
      )}
      {tie === 'room' && (
        <Field name="roomId" label="房间" required wide>
          <RoomSelect />
        </Field>
      )}
      {tie === 'lab' && (
        <Field name="labId" label="实验室" required wide>
          <Select options={labs} showSearch={{ optionFilterProp: 'label' }} />
        </Field>
      )}
      {kind === 'camera' && (
        <Field name="href" label="画面地址" wide>
          <Input maxLength={300} />
        </Field>
      )}
      {controlled && (
        <>
          <Minutes name="leadMinutes" label="提前时间（分钟）" hint="预约开始前多久可以进入或用电" />
          <Minutes name="graceMinutes" label="宽限时间（分钟）" hint="预约结束后多久收回" />
        </>
      )}
      {kind === 'air_switch' && (
        <>
          <Minutes name="warnMinutes" label="断电前提醒（分钟）" hint="断电前多久提醒现场人员" />
          <Field name="stage" label="断电次序" hint="数字小的先断，每级相隔 5 秒">
            <InputNumber min={0} max={20} precision={0} style={{ width: '100%' }} />
          </Field>
          <Field name="failSafe" label="长时间失联时" hint="授权名单过期（约 36 小时）后的动作" wide>
            <Radio.Group options={listOptions(failSafeWords)} />
          </Field>
        </>
      )}
      <Field name="remark" label="备注" wide>
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 5 }} />
      </Field>
    </>
  )
}
const Minutes = ({ name, label, hint }: { name: string; label: string; hint: string }) => (
  <Field name={name} label={label} hint={hint}>
    <InputNumber min={0} max={240} precision={0} style={{ width: '100%' }} />
  </Field>
)
