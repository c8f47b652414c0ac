import { Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
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
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; give: () => void } | null>(null)
  const flush = () => {
    if (!waiting.current) return
    clearTimeout(waiting.current.timer)
    const { give } = waiting.current
    waiting.current = null
    give()
  }
  useEffect(
    () => () => {
      // Selecting another element unmounts this one, so pending text is applied now.
      if (waiting.current) clearTimeout(waiting.current.timer)
      waiting.current?.give()
      waiting.current = null
    },
    [],
  )
  const change = (text: string) => {
    setTyped(text)
    if (waiting.current) clearTimeout(waiting.current.timer)
    const give = () => {
      onChange(text)
      setTyped(null)
    }
    waiting.current = { give, timer: setTimeout(flush, WAIT_MS) }
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
