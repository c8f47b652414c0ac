import { Input } from 'antd'
import type { rightsCalls, RoleRow } from '@portal/contract/people/rights'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit, type SubmitForm } from '../../../ui/form/use-submit.ts'
import { useChangeRole, useCreateRole } from '../people.queries.ts'

interface Values {
  code?: string
  name?: string
  description?: string | null
}
interface Props {
  of: RoleRow | null
  onDone: () => void
}

export const RoleForm = ({ of, onDone }: Props) =>
  of ? <Change of={of} onDone={onDone} /> : <Create onDone={onDone} />

function Create({ onDone }: { onDone: () => void }) {
  const form = useSubmit<typeof rightsCalls.createRole, Values>(useCreateRole(), {
    args: (v) => ({ body: { code: '', name: '', ...v } }),
    done: '角色已新增，请为它设置权限',
    after: onDone,
  })
  return <Fields form={form} submit="新增角色" onDone={onDone} />
}

function Change({
  of: { id, code, name, description, builtin },
  onDone,
}: {
  of: RoleRow
  onDone: () => void
}) {
  const form = useSubmit<typeof rightsCalls.changeRole, Values>(useChangeRole(), {
    initial: { code, name, description },
    args: (v) => ({ body: { id, code, name, ...v } }),
    done: '角色已修改',
    after: onDone,
  })
  return <Fields form={form} submit="保存修改" onDone={onDone} builtin={builtin} />
}

const Fields = ({
  form,
  submit,
  onDone,
  builtin = false,
}: {
  form: SubmitForm<Values>
  submit: string
  onDone: () => void
  builtin?: boolean
}) => (
  <FormPage form={form} submit={submit} onCancel={onDone}>
    <Field name="code" label="角色编码" hint={builtin ? '内置角色的编码不能修改' : '大写字母、数字或下划线'}>
      <Input maxLength={50} disabled={builtin} />
    </Field>
    <Field name="name" label="角色名称">
      <Input maxLength={50} />
    </Field>
    <Field name="description" label="说明">
      <Input maxLength={200} />
    </Field>
  </FormPage>
)
