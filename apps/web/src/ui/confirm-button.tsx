import { useRef, useState, type ReactNode } from 'react'
import { ask, askReason, type ReasonAsked } from '../lib/tell.ts'
import type { IconName } from './icon.tsx'
import { Button } from './light.tsx'

interface Props {
  children: ReactNode
  /** The question, e.g. 取消这次预约？ */
  title: string
  /** What will happen, before it happens. */
  text?: string
  /** The word on the button that does it, e.g. 取消预约. */
  ok: string
  cancel?: string
  reason?: ReasonAsked
  danger?: boolean
  kind?: 'plain' | 'primary' | 'danger' | 'text'
  size?: 'small' | 'middle' | 'large'
  icon?: IconName
  disabled?: boolean
  /** May fail: what `send` said is enough, the button is only freed again. */
  onConfirm: (reason: string) => unknown
}

/** A button whose action is asked about first. `ui/list` rows do the same through `confirm`. */
export function ConfirmButton({
  children,
  title,
  text,
  ok,
  cancel,
  reason,
  danger = true,
  kind,
  onConfirm,
  ...look
}: Props) {
  const [busy, setBusy] = useState(false)
  // What was typed and refused is not typed twice.
  const kept = useRef('')
  const go = async () => {
    const question = { title, ok, danger, ...(text !== undefined && { text }), ...(cancel && { cancel }) }
    const given = reason
      ? await askReason({ ...question, reason: { ...reason, start: kept.current || (reason.start ?? '') } })
      : (await ask(question))
        ? ''
        : null
    if (given === null) return
    setBusy(true)
    kept.current = given
    try {
      await onConfirm(given)
      kept.current = ''
    } catch {
      // Said already.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button {...look} kind={kind ?? (danger ? 'danger' : 'primary')} busy={busy} onClick={() => void go()}>
      {children}
    </Button>
  )
}
