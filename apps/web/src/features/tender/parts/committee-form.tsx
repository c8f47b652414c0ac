import { Checkbox, Form, Input } from 'antd'
import { MAX_MEMBERS, type tenderCalls } from '@portal/contract/tender/calls'
import type { TenderDetail } from '@portal/contract/tender/rows'
import { committeeWords, sourcingWords } from '@portal/contract/tender/tender'
import { AddButton } from '../../../ui/form/add-button.tsx'
import type { FieldAria } from '../../../ui/form/field-aria.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { RemoveButton } from '../../../ui/form/remove-button.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Card } from '../../../ui/light.tsx'
import { PersonSelect } from '../../people/shared/person-select.tsx'
import { useNameCommittee } from '../tender.queries.ts'

interface Seat {
  userId?: number | null
  unit: string
  title: string
  chair: boolean
}
interface Values {
  members: Seat[]
}
const emptySeat: Seat = { userId: null, unit: '', title: '', chair: false }

/** The evaluation committee. Members who have signed cannot be exchanged. */
export function CommitteeForm({ tender: t, onDone }: { tender: TenderDetail; onDone: () => void }) {
  const words = committeeWords[t.method]
  const form = useSubmit<typeof tenderCalls.committee, Values>(useNameCommittee(), {
    initial: {
      members: t.committee.length
        ? t.committee.map((m) => ({ userId: m.user.id, unit: m.unit, title: m.title, chair: m.chair }))
        : Array.from({ length: t.committeeSize }, (): Seat => ({ ...emptySeat })),
    },
    // The schema reports empty lines.
    args: ({ members }) => ({
      params: { id: t.id },
      body: { members: members.map((m) => ({ ...m, userId: m.userId ?? 0 })) },
    }),
    done: `${words}已保存`,
    // Of these members only, because a restored draft would replace those that a colleague has named since.
    draft: `committee:${t.id}:${t.committee.map((m) => m.user.id).join('-')}`,
    after: onDone,
  })
  const of = new Map(t.committee.map((m) => [m.user.id, m]))
  return (
    <Card title={`组建${words}`}>
      <p className="muted">
        至少 {t.committeeSize}{' '}
        人且为单数；申购单位人员不超过三分之一，不能任组长；申购人、招标办和供应商的人员不能参加。
        {t.state === 'announced'
          ? `成员在${sourcingWords[t.method].opened}后才收到通知。`
          : '保存后立即通知新成员。'}
      </p>
      <FormPage
        form={form}
        submit={`保存${words}`}
        columns={2}
        {...(t.committee.length > 0 && { onCancel: onDone })}
      >
        <Form.List name="members">
          {(rows, { add, remove }) => (
            <div className="tender-seats form-wide" role="group" aria-label={words}>
              {rows.map(({ key, name }) => {
                const userId: unknown = form.antd.getFieldValue(['members', name, 'userId'])
                const signed = typeof userId === 'number' && of.get(userId)?.signedAt != null
                return (
                  <div key={key} className="tender-seat" role="group" aria-label={`成员 ${name + 1}`}>
                    <Field
                      name={['members', name, 'userId']}
                      label={`成员 ${name + 1}`}
                      required
                      {...(signed && { hint: '已签署，不能更换' })}
                    >
                      <Person known={of} disabled={signed} />
                    </Field>
                    <Field name={['members', name, 'unit']} label="工作单位" required>
                      <Input maxLength={100} disabled={signed} />
                    </Field>
                    <Field name={['members', name, 'title']} label="职称" required>
                      <Input maxLength={50} placeholder="教授、研究员…" disabled={signed} />
                    </Field>
                    <div className="tender-seat-foot">
                      <Field name={['members', name, 'chair']} label="" valuePropName="checked">
                        <Checkbox disabled={signed}>组长</Checkbox>
                      </Field>
                      {rows.length > 1 && !signed && (
                        <RemoveButton what={`成员 ${name + 1}`} onRemove={() => remove(name)} />
                      )}
                    </div>
                  </div>
                )
              })}
              <AddButton count={rows.length} most={MAX_MEMBERS} onAdd={() => add({ ...emptySeat })}>
                添加成员
              </AddButton>
            </div>
          )}
        </Form.List>
      </FormPage>
    </Card>
  )
}

interface PersonProps extends FieldAria {
  known: ReadonlyMap<number, TenderDetail['committee'][number]>
  id?: string
  value?: number | null
  onChange?: (value: number | null) => void
  disabled?: boolean
}
const Person = ({ known, ...field }: PersonProps) => (
  <PersonSelect {...field} known={field.value ? known.get(field.value)?.user : undefined} />
)
