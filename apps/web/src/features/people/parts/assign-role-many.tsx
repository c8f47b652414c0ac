import { Radio, Select } from 'antd'
import type { peopleCalls, PersonRow } from '@portal/contract/people/people'
import { sayVerdicts } from '../../../lib/verdicts.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { useAssignRoleMany, useRoleOptions } from '../people.queries.ts'

interface Values {
  roleId?: number
  give?: boolean
}
/** Gives several people a role or takes it from them; their other roles stay. */
export function AssignRoleMany({ people, onDone }: { people: readonly PersonRow[]; onDone: () => void }) {
  const options = useRoleOptions()
  const form = useSubmit<typeof peopleCalls.assignRoleMany, Values>(useAssignRoleMany(), {
    initial: { give: true },
    // The schema reports missing values.
    args: ({ roleId, give = true }) => ({
      body: { ids: people.map((p) => p.id), roleId: roleId ?? (undefined as never), give },
    }),
    after: (verdicts, { give = true }) => {
      sayVerdicts(verdicts, give ? '授予' : '收回', (id) => people.find((p) => p.id === id)?.name ?? '')
      onDone()
    },
  })
  return (
    <FormPage form={form} submit="保存角色" onCancel={onDone}>
      <Field
        name="give"
        label="操作"
        hint={`${people
          .slice(0, 5)
          .map((p) => p.name)
          .join('、')}${people.length > 5 ? '等' : ''}共 ${people.length} 人；各人的其他角色不变`}
        wide
      >
        <Radio.Group
          options={[
            { value: true, label: '授予' },
            { value: false, label: '收回' },
          ]}
        />
      </Field>
      <Field name="roleId" label="角色" wide>
        <Select options={options} showSearch={{ optionFilterProp: 'label' }} placeholder="请选择角色" />
      </Field>
    </FormPage>
  )
}
