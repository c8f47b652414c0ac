import { Form, Input } from 'antd'
import type { AcceptanceDetail } from '@portal/contract/acceptance/acceptance'
import { AddButton } from '../../../ui/form/add-button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { RemoveButton } from '../../../ui/form/remove-button.tsx'
import { NamedPerson } from '../../people/shared/named-person.tsx'
import './rows.css'

const MOST = 30

/** The people who sign together with the person who accepts. */
export const MemberRows = ({ acceptance: a }: { acceptance: AcceptanceDetail }) => (
  <Form.List name="members">
    {(rows, { add, remove }) => (
      <fieldset className="form-wide accept-rows">
        <legend>
          会签人员（{a.scale === 'small' ? '本实验室' : '本单位'}至少 {a.membersMin} 人，不含验收人
          {a.scale === 'small' && '；实验室没有其他成员的，由本单位人员会签'}）
        </legend>
        {rows.map(({ key, name }) => (
          <div key={key} className="accept-member" role="group" aria-label={`会签人员 ${name + 1}`}>
            <Field name={['members', name, 'userId']} label={`会签人员 ${name + 1}`} required>
              <NamedPerson at={['members', name, 'name']} />
            </Field>
            <Field name={['members', name, 'duty']} label={`分工 ${name + 1}`}>
              <Input maxLength={50} placeholder="如：技术负责人、资产管理员" />
            </Field>
            <RemoveButton what={`会签人员 ${name + 1}`} onRemove={() => remove(name)} />
          </div>
        ))}
        <AddButton count={rows.length} most={MOST} onAdd={() => add({ userId: null, duty: '' })}>
          添加会签人员
        </AddButton>
      </fieldset>
    )}
  </Form.List>
)
