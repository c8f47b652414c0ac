import { Radio, Select } from 'antd'
import type { Verdict } from '@portal/contract/kernel/rows'
import { roleVerdicts, type peopleCalls, type PersonRow } from '@portal/contract/people/people'
import { say } from '../../../lib/tell.ts'
import { makePartKey, sayVerdicts, sendInParts } from '../../../lib/verdicts.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { PartsUnderway } from '../../../ui/list/parts-underway.tsx'
import { useAssignRoleMany, useRoleOptions } from '../people.queries.ts'

const { hadIt, hadNone } = roleVerdicts

interface Values {
  roleId?: number
  give?: boolean
}
/** Gives several people a role or takes it from them; their other roles stay. */
export function AssignRoleMany({ people, onDone }: { people: readonly PersonRow[]; onDone: () => void }) {
  const options = useRoleOptions()
  const assign = useAssignRoleMany()
  const tell = (verdicts: readonly Verdict[], give = true, unanswered = 0) => {
    const findName = (id: number) => people.find((p) => p.id === id)?.name ?? ''
    const unchanged = verdicts.filter(({ message }) => message === hadIt || message === hadNone)
    if (unchanged.length > 0)
      say('warning', `以下 ${unchanged.length} 人${give ? hadIt : hadNone}，没有变化`, {
        lines: [unchanged.map((v) => findName(v.id)).join('、')],
        durationMs: 20_000,
      })
    return sayVerdicts(
      verdicts.filter((v) => !unchanged.includes(v)),
      give ? '授予' : '收回',
      findName,
      unanswered,
    )
  }
  const run: typeof assign.run = async ({ body, idempotencyKey, ...args }) => {
    const answers = await sendInParts(
      people,
      (part, nth) =>
        assign.run({
          ...args,
          body: body && { ...body, ids: part.map((p) => p.id) },
          idempotencyKey: makePartKey(idempotencyKey, nth),
        }),
      (some, unanswered) => tell(some.flat(), body?.give, unanswered),
    )
    return answers.flat()
  }
  const form = useSubmit<typeof peopleCalls.assignRoleMany, Values>(
    { ...assign, run },
    {
      initial: { give: true },
      // The schema reports missing values.
      args: ({ roleId, give = true }) => ({
        body: { ids: people.map((p) => p.id), roleId: roleId ?? (undefined as never), give },
      }),
      after: (verdicts, { give }) => {
        tell(verdicts, give)
        onDone()
      },
    },
  )
  return (
    <FormPage form={form} submit="保存角色" intro={<PartsUnderway />} onCancel={onDone}>
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
