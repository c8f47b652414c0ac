import { Input, Select, Switch } from 'antd'
import type { fundCardCalls, FundCardBody, FundCardRow } from '@portal/contract/fund-card/fund-card'
import { listChanged } from '../../../lib/changed.ts'
import { DayInput } from '../../../ui/form/dates.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { MoneyInput } from '../../../ui/form/money-input.tsx'
import { useSubmit, type SubmitOptions } from '../../../ui/form/use-submit.ts'
import { useOpenDeptOptions } from '../../dept/shared/dept-options.ts'
import { PersonSelect } from '../../people/shared/person-select.tsx'
import { useChangeCard, useCreateCard } from '../fund-card.queries.ts'

type Values = Partial<FundCardBody>
interface Props {
  /** Null: a new one. */
  card: FundCardRow | null
  onDone: () => void
}

export const CardForm = (props: Props) =>
  props.card ? <Change {...props} card={props.card} /> : <Create {...props} />

function Create({ onDone }: Props) {
  const options: SubmitOptions<typeof fundCardCalls.create, Values> = {
    initial: { enabled: true, creditFen: 0 },
    args: (v) => ({ body: { number: '', name: '', ownerId: 0, ...v } }),
    done: '经费卡已建立',
    after: onDone,
  }
  const form = useSubmit<typeof fundCardCalls.create, Values>(useCreateCard(), options)
  return (
    <FormPage form={form} submit="新建经费卡" onCancel={onDone} columns={2}>
      <Fields card={null} />
    </FormPage>
  )
}

function Change({ card, onDone }: Props & { card: FundCardRow }) {
  const { number, name, projectCode, creditFen, validFrom, validTo, remark } = card
  const initial: Values = {
    number,
    name,
    projectCode,
    ownerId: card.owner.id,
    deptId: card.dept?.id ?? null,
    creditFen,
    validFrom,
    validTo,
    remark,
  }
  const form = useSubmit<typeof fundCardCalls.change, Values>(useChangeCard(), {
    initial,
    args: (v) => ({
      params: { id: card.id },
      // A select that is cleared has no value; left out, the dept would stay.
      body: { number, name, ...listChanged(initial, { ...v, deptId: v.deptId ?? null }) },
    }),
    done: '经费卡已修改',
    after: onDone,
  })
  return (
    <FormPage form={form} submit="保存修改" onCancel={onDone} columns={2}>
      <Fields card={card} />
    </FormPage>
  )
}

// Closing and reopening a card are separate calls, which require a reason and notify its owner.
const Fields = ({ card }: { card: FundCardRow | null }) => (
  <>
    <Field name="number" label="经费卡号">
      <Input maxLength={50} />
    </Field>
    <Field name="name" label="经费卡名称">
      <Input maxLength={100} />
    </Field>
    <Field name="ownerId" label="持有人" required>
      <PersonSelect known={card?.owner} />
    </Field>
    <DeptField card={card} />
    <Field name="projectCode" label="项目编号">
      <Input maxLength={50} />
    </Field>
    <Field name="creditFen" label="信用额度" hint="余额减冻结可以低于零多少，计入可用额度">
      <MoneyInput />
    </Field>
    {!card && (
      <Field name="enabled" label="启用" valuePropName="checked">
        <Switch />
      </Field>
    )}
    <Field name="validFrom" label="生效日期" hint="不填则立即生效">
      <DayInput />
    </Field>
    <Field name="validTo" label="截止日期" hint="不填则长期有效">
      <DayInput />
    </Field>
    <Field name="remark" label="备注" wide>
      <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} maxLength={500} />
    </Field>
  </>
)

function DeptField({ card }: { card: FundCardRow | null }) {
  const depts = useOpenDeptOptions(card?.dept?.id ?? null)
  return (
    <Field name="deptId" label="单位" hint={!card && '不选则为持有人所在的单位'}>
      <Select
        options={depts}
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        placeholder="请选择单位"
      />
    </Field>
  )
}
