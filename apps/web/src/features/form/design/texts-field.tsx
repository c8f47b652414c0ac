import { Input } from 'antd'
import type { Json } from '@portal/form-kit/form/form'
import { useState } from 'react'
import { Prop } from '../../../ui/form/prop.tsx'

interface Props {
  label: string
  value: Json | undefined
  onChange: (value: Json | undefined) => void
  fault: string | null
}

/** A list of texts, one per line. */
export function TextsField({ label, value, onChange, fault }: Props) {
  const lines = Array.isArray(value) ? value.map(String).join('\n') : ''
  // The typed text is kept as it is, so that an empty last line stays while typing.
  const [typed, setTyped] = useState(lines)
  const listed = listLines(typed)
  return (
    <Prop label={label} fault={fault} hint="每行一个">
      {(aria) => (
        <Input.TextArea
          {...aria}
          autoSize={{ minRows: 2, maxRows: 8 }}
          value={listed.join('\n') === lines ? typed : lines}
          onChange={(e) => {
            setTyped(e.target.value)
            const texts = listLines(e.target.value)
            onChange(texts.length === 0 ? undefined : texts)
          }}
        />
      )}
    </Prop>
  )
}
const listLines = (text: string): string[] =>
  text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
