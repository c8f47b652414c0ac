import { Form } from 'antd'
import type { NamePath } from '../../../ui/form/check.ts'
import type { FieldAria } from '../../../ui/form/field-aria.ts'
import { PersonSelect } from './person-select.tsx'

interface Props extends FieldAria {
  /** Where the form keeps the name of the person, beside the id. */
  at: NamePath
  id?: string
  value?: number | null
  onChange?: (value: number | null) => void
  /** Options shown before the user types. */
  offered?: readonly { value: number; label: string }[]
}
/** Selects a person in a form whose values are restored from a draft or copied: the name goes with the id. */
export function NamedPerson({ at, value, ...field }: Props) {
  const form = Form.useFormInstance()
  const name: unknown = form.getFieldValue([...at])
  return (
    <PersonSelect
      {...field}
      value={value ?? null}
      known={value && typeof name === 'string' ? { id: value, name } : undefined}
      onPick={(person) => form.setFieldValue([...at], person.name)}
    />
  )
}
