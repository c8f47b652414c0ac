import { Form, InputNumber, Radio, Select, Switch } from 'antd'
import {
  findBound,
  isBound,
  timeoutLimits,
  timeoutsAt,
  timeoutWords,
  type approvalCalls,
  type ApprovalStep,
  type PolicyBusiness,
  type OnTimeout,
  type Policy,
} from '@portal/contract/approval/approval'
import { listChanged } from '../../../lib/changed.ts'
import { useOpenDeptOptions } from '../../dept/shared/dept-options.ts'
import { useKeptCodeOptions } from '../../dictionary/shared/code-options.ts'
import { PersonSelect } from '../../people/shared/person-select.tsx'
import { AsyncSelect } from '../../../ui/form/async-select.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { MoneyInput } from '../../../ui/form/money-input.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { useChangePolicy, useCreatePolicy, useDeviceChoices, useLabChoices } from '../policy.queries.ts'
import { listSteps } from '../policy.words.ts'

type Place = 'campus' | 'dept' | 'lab' | 'device'
interface Values {
  step?: ApprovalStep
  place?: Place
  deviceId?: number | null
  labId?: number | null
  deptId?: number | null
  userType?: string | null
  fromAmountFen?: number | null
  required?: boolean
  timeoutHours?: number | null
  onTimeout?: OnTimeout | null
  deputyId?: number | null
  enabled?: boolean
}
interface Props {
  business: PolicyBusiness
  /** Null: a new one. */
  policy: Policy | null
  onDone: () => void
}
const places: readonly { value: Place; label: string }[] = [
  { value: 'campus', label: '全校' },
  { value: 'dept', label: '单位' },
  { value: 'lab', label: '实验室' },
  { value: 'device', label: '仪器' },
]
const listTimeouts = (business: PolicyBusiness, step: ApprovalStep | undefined) =>
  (step ? timeoutsAt(business, step) : (['remind'] as const)).map((value) => ({
    value,
    label: timeoutWords[value],
  }))

/** A step that cannot be switched off. */
const fixed = (business: PolicyBusiness, step: string | undefined): boolean =>
  findBound(business, step ?? '')?.omit === false

/** The call's body: only the chosen kind of place is sent. */
const makeBody = (
  business: PolicyBusiness,
  {
    place,
    deviceId,
    labId,
    deptId,
    step,
    fromAmountFen,
    required = true,
    enabled = true,
    deputyId,
    ...rest
  }: Values,
) => ({
  business,
  // Values of fields that this step does not have are not sent.
  deputyId: findBound(business, step ?? '')?.deputy ? (deputyId ?? null) : null,
  step: step ?? ('' as ApprovalStep), // the schema reports a missing step
  deviceId: place === 'device' ? (deviceId ?? 0) : null,
  labId: place === 'lab' ? (labId ?? 0) : null,
  deptId: place === 'dept' ? (deptId ?? 0) : null,
  fromAmountFen: fixed(business, step) ? 0 : (fromAmountFen ?? 0),
  required: fixed(business, step) || required,
  enabled,
  ...rest,
})

type Body = ReturnType<typeof makeBody>
/** What the person changed of a policy. The fields of its deadline are judged together. */
function listEdited(before: Body, body: Body) {
  const { business, step, timeoutHours, onTimeout } = body
  const edited = listChanged(before, body)
  const times = 'step' in edited || 'timeoutHours' in edited || 'onTimeout' in edited
  return { ...edited, business, step, ...(times && { timeoutHours, onTimeout }) }
}

export function PolicyForm({ business, policy, onDone }: Props) {
  return policy ? (
    <Change business={business} policy={policy} onDone={onDone} />
  ) : (
    <Create business={business} onDone={onDone} />
  )
}

function Create({ business, onDone }: Omit<Props, 'policy'>) {
  const form = useSubmit<typeof approvalCalls.createPolicy, Values>(useCreatePolicy(), {
    initial: { place: 'campus', required: true, enabled: true, fromAmountFen: 0 },
    args: (v) => ({ body: makeBody(business, v) }),
    done: '配置已新增，立即生效',
    after: onDone,
  })
  return (
    <FormPage form={form} submit="新增配置" onCancel={onDone} columns={2}>
      <Fields business={business} policy={null} />
    </FormPage>
  )
}

function Change({ business, policy, onDone }: Props & { policy: Policy }) {
  const {
    device,
    lab,
    dept,
    step,
    userType,
    fromAmountFen,
    required,
    timeoutHours,
    onTimeout,
    deputy,
    enabled,
  } = policy
  const place: Place = device ? 'device' : lab ? 'lab' : dept ? 'dept' : 'campus'
  const initial: Values = {
    place,
    deviceId: device?.id ?? null,
    labId: lab?.id ?? null,
    deptId: dept?.id ?? null,
    step,
    userType,
    fromAmountFen,
    required,
    timeoutHours,
    onTimeout,
    deputyId: deputy?.id ?? null,
    enabled,
  }
  const before = makeBody(business, initial)
  const form = useSubmit<typeof approvalCalls.changePolicy, Values>(useChangePolicy(), {
    initial,
    args: (v) => ({ params: { id: policy.id }, body: listEdited(before, makeBody(business, v)) }),
    done: '配置已修改，立即生效',
    after: onDone,
  })
  return (
    <FormPage form={form} submit="保存修改" onCancel={onDone} columns={2}>
      <Fields business={business} policy={policy} />
    </FormPage>
  )
}

const known = (row: { id: number; name: string } | null | undefined) =>
  row ? { value: row.id, label: row.name } : undefined

function Fields({ business, policy }: Omit<Props, 'onDone'>) {
  const place = Form.useWatch('place') as Place | undefined
  const step = Form.useWatch('step') as ApprovalStep | undefined
  const bound = findBound(business, step ?? '')
  const timeouts = listTimeouts(business, step)
  const depts = useOpenDeptOptions(policy?.dept?.id ?? null)
  const types = useKeptCodeOptions('campus_user_type', policy?.userType ?? null)
  return (
    <>
      <Field name="step" label="审核环节" required>
        <Select
          options={listSteps(business).map(([value, label]) => ({ value, label }))}
          placeholder="请选择"
        />
      </Field>
      <Field name="userType" label="用户类型" hint="不选则对全部用户">
        <Select allowClear options={types} placeholder="全部" />
      </Field>
      <Field name="place" label="适用范围" wide>
        <Radio.Group
          options={places.filter((p) => p.value !== 'device' || !isBound(business) || business === 'scrap')}
        />
      </Field>
      {place === 'dept' && (
        <Field name="deptId" label="单位" hint="含其下级单位的实验室" required wide>
          <Select showSearch={{ optionFilterProp: 'label' }} options={depts} placeholder="请选择单位" />
        </Field>
      )}
      {place === 'lab' && (
        <Field name="labId" label="实验室" required wide>
          <AsyncSelect useOptions={useLabChoices} known={known(policy?.lab)} placeholder="输入实验室名称" />
        </Field>
      )}
      {place === 'device' && (
        <Field name="deviceId" label="仪器" required wide>
          <AsyncSelect
            useOptions={useDeviceChoices}
            known={known(policy?.device)}
            placeholder="输入仪器名称"
          />
        </Field>
      )}
      {bound && (
        <p className="form-wide form-note" role="note">
          {bound.why}
        </p>
      )}
      {bound?.omit !== false && (
        <>
          <Field name="required" label="需要该环节" valuePropName="checked" hint="关闭则跳过">
            <Switch />
          </Field>
          <Field name="fromAmountFen" label="金额起点" hint="金额低于此数时跳过，0 为不限">
            <MoneyInput />
          </Field>
        </>
      )}
      <Field name="timeoutHours" label="超时时间（小时）" hint="不填则不限时">
        <InputNumber min={1} max={8760} precision={0} style={{ width: '100%' }} />
      </Field>
      <Field name="onTimeout" label="超时后" hint={(step && timeoutLimits(business, step)) ?? undefined}>
        <Select allowClear options={timeouts} placeholder="不处理" />
      </Field>
      {bound?.deputy && (
        <Field name="deputyId" label="代理人" hint="与该环节的办理人一样可以办理；不能办理自己提交的单据">
          <PersonSelect campus known={policy?.deputy ?? undefined} />
        </Field>
      )}
      <Field name="enabled" label="启用" valuePropName="checked">
        <Switch />
      </Field>
    </>
  )
}
