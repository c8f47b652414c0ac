import { Input } from 'antd'
import { useEffect, useState } from 'react'
import { createPutOff } from '../../../lib/put-off.ts'
import { Prop } from '../../../ui/form/prop.tsx'

interface Props {
  label: string
  value: string
  onChange: (value: string) => void
  maxLength: number
  hint?: string | undefined
  rows?: number
}
const WAIT_MS = 500

/** A text of the diagram. It is applied after a pause, so that undo removes a word and not a letter. */
export function TypedText({ label, value, onChange, maxLength, hint, rows }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  // First: a page that goes keeps the diagram, with this text in it.
  const [{ wait, flush }] = useState(() => createPutOff(WAIT_MS, { first: true }))
  // Selecting another element unmounts this one, so pending text is applied then.
  useEffect(() => flush, [flush])
  const change = (text: string) => {
    setTyped(text)
    wait(() => {
      onChange(text)
      setTyped(null)
    })
  }
  const shown = typed ?? value
  return (
    <Prop label={label} hint={hint}>
      {(aria) =>
        rows ? (
          <Input.TextArea
            {...aria}
            rows={rows}
            value={shown}
            maxLength={maxLength}
            onChange={(e) => change(e.target.value)}
            onBlur={flush}
          />
        ) : (
          <Input
            {...aria}
            value={shown}
            maxLength={maxLength}
            onChange={(e) => change(e.target.value)}
            onBlur={flush}
            onPressEnter={flush}
          />
        )
      }
    </Prop>
  )
}
