import { Checkbox, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { panelCalls, type PanelDetail } from '@portal/contract/panel/calls'
import { professionWords, type Profession } from '@portal/contract/panel/panel'
import { say } from '../../../lib/tell.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { AddButton } from '../../../ui/form/add-button.tsx'
import type { FieldAria } from '../../../ui/form/field-aria.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { RemoveButton } from '../../../ui/form/remove-button.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Card } from '../../../ui/light.tsx'
import type { PartProps } from '../../../ui/process/process.ts'
import { PersonSelect } from '../../people/shared/person-select.tsx'
import { useCallPanel, useChangePanel } from '../panel.queries.ts'
import { panelMatters } from '../panel.words.ts'
import './panel.css'

interface Seat {
  userId?: number | null
  profession: Profession
  outside: boolean
  unit: string
  title: string
}
interface Values {
  statement?: string
  members: Seat[]
}
const professions = Object.entries(professionWords).map(([value, label]) => ({ value, label }))
const emptySeat = (p: PanelDetail): Seat => ({
  userId: null,
  profession: 'technical',
  outside: p.needs.outsideOnly,
  unit: '',
  title: '',
})

/** Composes a panel. It is saved first, then called; after that its members are fixed. */
export function ComposePanel({ row: p }: PartProps<PanelDetail>) {
  const call = useCallPanel()
  // The revision that the form started from; what the other composer saves appears on the page, not in the
  // form.
  const [revision, setRevision] = useState(p.revision)
  const form = useSubmit<typeof panelCalls.change, Values>(useChangePanel(), {
    initial: {
      statement: p.statement,
      members: p.members.length
        ? p.members.map((m) => ({
            userId: m.user.id,
            profession: m.profession,
            outside: m.outside,
            unit: m.unit,
            title: m.title,
          }))
        : Array.from({ length: p.needs.minExperts }, () => emptySeat(p)),
    },
    // The schema reports empty lines.
    args: ({ statement, members }) => ({
      params: { id: p.id },
      body: {
        revision,
        statement: statement ?? '',
        members: members.map((m) => ({ ...m, userId: m.userId ?? 0 })),
      },
    }),
    // Of this revision only, because a restored draft would replace what the other composer has saved since.
    draft: `panel:${p.id}:${revision}`,
    done: '专家组已保存',
    after: (saved) => setRevision(saved.revision),
  })
  const known = new Map(p.members.map((m) => [m.user.id, m.user]))
  const isSaved = p.members.length > 0
  return (
    <Card title="组建专家组">
      <FormPage
        form={form}
        submit="保存专家组"
        columns={2}
        extra={
          <ConfirmButton
            danger={false}
            kind="plain"
            disabled={!isSaved}
            afterSaving
            title={`向 ${p.members.length} 位专家发起论证？`}
            text="专家将收到通知并各自签署意见。发起后不能更换专家，只能撤回重来。"
            ok="发起论证"
            onConfirm={() =>
              call
                .run({ params: { id: p.id }, body: { revision } })
                .then(() => say('success', '已发起论证，等待专家签署'))
            }
          >
            {isSaved ? '发起论证' : '保存后可发起论证'}
          </ConfirmButton>
        }
      >
        <Field name="statement" label="论证说明" wide hint={`写明请专家判断什么：${panelMatters[p.kind]}`}>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} maxLength={4000} />
        </Field>
        <Form.List name="members">
          {(rows, { add, remove }) => (
            <div className="seats form-wide" role="group" aria-label="专家">
              {rows.map(({ key, name }) => (
                <div key={key} className="seat" role="group" aria-label={`专家 ${name + 1}`}>
                  <Field name={['members', name, 'userId']} label={`专家 ${name + 1}`} required>
                    <KnownPerson known={known} />
                  </Field>
                  <Field name={['members', name, 'profession']} label="类别" required>
                    <Select options={professions} />
                  </Field>
                  <Field name={['members', name, 'unit']} label="工作单位" required>
                    <Input maxLength={100} />
                  </Field>
                  <Field name={['members', name, 'title']} label="职称" required>
                    <Input maxLength={50} placeholder="教授、研究员…" />
                  </Field>
                  <div className="seat-foot">
                    <Field name={['members', name, 'outside']} label="" valuePropName="checked">
                      <Checkbox>校外专家</Checkbox>
                    </Field>
                    {rows.length > 1 && (
                      <RemoveButton what={`专家 ${name + 1}`} onRemove={() => remove(name)} />
                    )}
                  </div>
                </div>
              ))}
              <AddButton count={rows.length} most={30} onAdd={() => add(emptySeat(p))}>
                添加专家
              </AddButton>
            </div>
          )}
        </Form.List>
      </FormPage>
    </Card>
  )
}

interface KnownProps extends FieldAria {
  known: ReadonlyMap<number, { id: number; name: string }>
  id?: string
  value?: number | null
  onChange?: (value: number | null) => void
}
const KnownPerson = ({ known, ...field }: KnownProps) => (
  <PersonSelect {...field} known={field.value ? known.get(field.value) : undefined} />
)
