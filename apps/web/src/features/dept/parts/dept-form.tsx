import { Input, InputNumber, Select, Switch } from 'antd'
import { Link } from 'react-router'
import type { Reply } from '@portal/contract/kernel/call'
import { deptKinds, deptKindWords, type deptCalls } from '@portal/contract/dept/dept'
import { to } from '../../../lib/paths.ts'
import type { FieldAria } from '../../../ui/form/field-aria.ts'
import { Skeleton } from '../../../ui/light.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { PageError } from '../../../ui/page-error.tsx'
import { PersonSelect } from '../../people/shared/person-select.tsx'
import { useChangeDept, useCreateDept, useDept, useOpenDeptOptions } from '../dept.queries.ts'

export function NewDept({ parentId, onDone }: { parentId: number | null; onDone: () => void }) {
  const form = useSubmit<typeof deptCalls.create>(useCreateDept(), {
    initial: { parentId, kind: 'college', sort: 0, enabled: true },
    done: '单位已新增',
    after: onDone,
  })
  return (
    <FormPage form={form} submit="新增单位" onCancel={onDone} columns={2}>
      <Fields />
    </FormPage>
  )
}

export function EditDept({ id, onDone }: { id: number; onDone: () => void }) {
  const { data, error, refetch } = useDept({ params: { id } }, { staleTime: 0 })
  if (!data)
    return error ? (
      <PageError error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton rows={6} height={30} />
    )
  return <Change dept={data} onDone={onDone} />
}

type Dept = Reply<typeof deptCalls.get>
function Change({ dept: { id, head, approvers, ...dept }, onDone }: { dept: Dept; onDone: () => void }) {
  const form = useSubmit<typeof deptCalls.change>(useChangeDept(), {
    initial: { ...dept, headId: head?.id ?? null },
    args: (values) => ({ body: { ...values, id } }),
    done: '单位已修改',
    after: onDone,
  })
  return (
    <FormPage form={form} submit="保存修改" onCancel={onDone} columns={2}>
      <Fields without={id} head={head} approvers={approvers} />
    </FormPage>
  )
}

interface FieldsProps extends Partial<Pick<Dept, 'head' | 'approvers'>> {
  without?: number
}
const Fields = ({ without, head, approvers }: FieldsProps) => (
  <>
    <Field name="name" label="单位名称">
      <Input maxLength={60} />
    </Field>
    <Field name="code" label="单位编码" hint="与学校人事、财务系统一致，不能重复">
      <Input maxLength={20} />
    </Field>
    <Field name="parentId" label="上级单位" hint="不选则为最上级">
      <ParentSelect {...(without !== undefined && { without })} />
    </Field>
    <Field name="kind" label="单位类别">
      <Select options={deptKinds.map((value) => ({ value, label: deptKindWords[value] }))} />
    </Field>
    <Field name="headId" label="负责人" hint="只作联系用，不带审批权限">
      <PersonSelect known={head} />
    </Field>
    <p className="form-wide muted" role="note">
      院系审批由本单位或上级单位中具有“院系负责人”角色的人办理
      {approvers && `，现在：${nameApprovers(approvers)}`}。该角色在
      <Link to={to('/maintain/campus-user', { deptId: without ?? null })}>用户管理</Link>
      的“分配角色”中授予。
    </p>
    <Field name="phone" label="电话">
      <Input maxLength={20} inputMode="tel" />
    </Field>
    <Field name="email" label="邮箱">
      <Input maxLength={100} inputMode="email" />
    </Field>
    <Field name="address" label="地址" wide>
      <Input maxLength={200} />
    </Field>
    <Field name="sort" label="排序" hint="小的在前；也可以在列表中拖动">
      <InputNumber min={0} max={99_999} precision={0} />
    </Field>
    <Field name="enabled" label="启用" hint="停用后不能再被选择，已有内容不受影响" valuePropName="checked">
      <Switch />
    </Field>
  </>
)

const nameApprovers = (approvers: NonNullable<Dept['approvers']>) =>
  approvers.map((p) => `${p.name}（${p.deptName}）`).join('、') || '无，由实验室主任或系统管理员代办'

interface SelectProps extends FieldAria {
  id?: string
  value?: number | null
  onChange?: (value: number | null) => void
  without?: number
}
export function ParentSelect({ id, value, onChange, without, ...aria }: SelectProps) {
  const options = useOpenDeptOptions(value ?? null, without)
  return (
    <Select<number>
      {...aria}
      id={id ?? ''}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      style={{ width: '100%' }}
      placeholder="请选择单位"
      options={options}
      value={value ?? undefined}
      onChange={(v?: number) => onChange?.(v ?? null)}
    />
  )
}
