import type { Form, FormButton } from '@portal/form-kit/form/form'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/light.tsx'

/**
 * The buttons below a form, by its options: 提交 unless it is turned off, 重置 only if it is turned on.
 */
export function FormButtons({
  form: { options },
  busy,
  onReset,
  children,
}: {
  form: Form
  busy: boolean
  onReset: () => void
  children: ReactNode
}) {
  const submit = findWord(options.submitBtn ?? true, '提交')
  const reset = findWord(options.resetBtn ?? false, '重置')
  if (submit === null && reset === null && !children) return null
  return (
    <footer className="fv-foot no-print">
      {submit !== null && (
        <Button type="submit" kind="primary" busy={busy}>
          {submit}
        </Button>
      )}
      {reset !== null && <Button onClick={onReset}>{reset}</Button>}
      {children}
    </footer>
  )
}

/** The text of a button; `null` if it is not shown. */
function findWord(button: boolean | FormButton, usual: string): string | null {
  if (typeof button === 'boolean') return button ? usual : null
  if (button.show === false) return null
  return (typeof button.innerText === 'string' && button.innerText.trim()) || usual
}
