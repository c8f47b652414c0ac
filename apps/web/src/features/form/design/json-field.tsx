import { Button } from 'antd'
import type { Json } from '@portal/form-kit/form/form'
import { useState } from 'react'
import { JsonDialog } from './json-dialog.tsx'
import { Prop } from '../../../ui/form/prop.tsx'

interface Props {
  label: string
  value: Json | undefined
  onChange: (value: Json | undefined) => void
  fault?: string | null
  /** A sentence why a value is refused; `null` if it is valid. */
  judge?: (value: Json) => string | null
}

/** A setting of any JSON shape, edited in the structured editor. */
export function JsonField({ label, value, onChange, fault, judge }: Props) {
  const [open, setOpen] = useState(false)
  const text = value === undefined ? '未填写' : JSON.stringify(value)
  return (
    <Prop label={label} fault={fault} group>
      {() => (
        <div className="fd-json">
          <code title={text.slice(0, 300)}>{text.slice(0, 60)}</code>
          <Button size="small" aria-label={`编辑${label}`} onClick={() => setOpen(true)}>
            编辑
          </Button>
          <JsonDialog
            open={open}
            title={label}
            value={value}
            onChange={onChange}
            onClose={() => setOpen(false)}
            {...(judge && { judge })}
          />
        </div>
      )}
    </Prop>
  )
}
