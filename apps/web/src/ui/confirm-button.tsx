import { useRef, useState, type ReactNode } from 'react'
import { ask, askReason, say, type ReasonAsked } from '../lib/tell.ts'
import { hasUnsent, useSending } from './form/leave.ts'
import type { IconName } from './icon.tsx'
import { Button } from './light.tsx'

interface Props {
  children: ReactNode
  /** The question, e.g. 取消这次预约？ */
  title: string
  /** The consequences. */
  text?: string
  /** Button text that names the action, e.g. 取消预约. */
  ok: string
  cancel?: string
  reason?: ReasonAsked
  danger?: boolean
  kind?: 'plain' | 'primary' | 'danger' | 'text'
  size?: 'small' | 'middle' | 'large'
  icon?: IconName
  disabled?: boolean
  /**
   * Refused while a form on the page holds unsaved input, because the step acts on what is saved; disabled
   * while one is being saved.
   */
  afterSaving?: boolean
  /** May reject: `send` has shown the failure, and the button is enabled again. */
  onConfirm: (reason: string) => unknown
}

/** A button that asks for confirmation first. Rows of `ui/list` use `confirm` instead. */
export function ConfirmButton({
  children,
  title,
  text,
  ok,
  cancel,
  reason,
  danger = true,
  kind,
  disabled,
  afterSaving,
  onConfirm,
  ...look
}: Props) {
  const [busy, setBusy] = useState(false)
  const isSaving = useSending() && afterSaving
  // Keeps the reason after a refusal, so that the user need not type it again.
  const kept = useRef('')
  const go = async () => {
    if (afterSaving && hasUnsent()) return say('warning', '填写的内容尚未保存，请先保存，再继续')
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
      // `send` has shown the failure.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      {...look}
      kind={kind ?? (danger ? 'danger' : 'primary')}
      disabled={disabled || isSaving}
      busy={busy}
      onClick={() => void go()}
    >
      {children}
    </Button>
  )
}
