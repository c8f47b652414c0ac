import { Select } from 'antd'
import { useState } from 'react'
import type { peopleCalls, PersonRow } from '@portal/contract/people/people'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { useRoleOptions, useSetRoles } from '../people.queries.ts'

export function AssignRoles({ of, onDone }: { of: PersonRow; onDone: () => void }) {
  const [seen] = useState(() => of.roles.map((r) => r.id))
  const form = useSubmit<typeof peopleCalls.setRoles, { roleIds?: number[] }>(useSetRoles(), {
    initial: { roleIds: seen },
    args: ({ roleIds = [] }) => ({ params: { id: of.id }, body: { roleIds, seen } }),
    done: '角色已分配',
    after: onDone,
  })
  return (
    <FormPage form={form} submit="保存角色" onCancel={onDone}>
      <RolesField />
    </FormPage>
  )
}

export function RolesField() {
  const options = useRoleOptions()
  return (
    <Field name="roleIds" label="角色" hint="可多选；不能授予超出您自身权限的角色" wide>
      <Select
        mode="multiple"
        options={options}
        showSearch={{ optionFilterProp: 'label' }}
        placeholder="请选择角色"
      />
    </Field>
  )
}
