import { useEffect, useId, useRef, useState, type ChangeEvent, type FormEvent } from 'react'
import type { Question } from '../lib/tell.ts'
import { Icon } from './icon.tsx'
import { Button } from './light.tsx'

const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body
/**
 * Gives the focus back to what asked: a dialog that is removed without being closed does not. The button may
 * be gone, with its row, or disabled: whoever uses the keyboard then goes on in the page, not before it.
 */
function keepFocus(asker: Element | null): void {
  if (!isNowhere()) return
  if (asker instanceof HTMLElement && asker.isConnected) asker.focus({ preventScroll: true })
  if (isNowhere()) document.querySelector('main')?.focus({ preventScroll: true })
}

/** A modal question, optionally with a reason to pick or type. */
export function QuestionDialog({ question: q }: { question: Question }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [reason, setReason] = useState(q.reason?.start ?? '')
  const [missing, setMissing] = useState(false)
  const id = useId()
  // Before the dialog's own button takes the focus.
  const [asker] = useState(() => document.activeElement)
  useEffect(() => {
    dialog.current?.showModal()
    return () => void setTimeout(keepFocus, 0, asker)
  }, [asker])

  const agree = () => {
    if (q.reason?.required && !reason.trim()) setMissing(true)
    else q.answer(true, reason.trim())
  }
  const field = {
    id,
    autoFocus: q.reason?.required ?? false,
    value: reason,
    maxLength: q.reason?.maxLength ?? 500,
    required: q.reason?.required,
    'aria-invalid': missing || undefined,
    'aria-describedby': missing ? `${id}e` : undefined,
    onInvalid: (e: FormEvent) => {
      e.preventDefault()
      setMissing(true)
    },
    onChange: (e: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      setReason(e.target.value)
      setMissing(false)
    },
  }
  return (
    // Escape means no.
    <dialog
      ref={dialog}
      className="question"
      aria-labelledby={`${id}t`}
      aria-describedby={q.text ? `${id}d` : undefined}
      onCancel={() => q.answer(false, '')}
    >
      <form
        method="dialog"
        onSubmit={(e) => {
          e.preventDefault()
          agree()
        }}
      >
        <h2 id={`${id}t`}>
          <Icon name={q.danger ? 'warn' : 'help'} />
          {q.title}
        </h2>
        {q.text && <p id={`${id}d`}>{q.text}</p>}
        {q.reason && (
          <div className="question-reason">
            <label htmlFor={id}>
              {q.reason.label}
              {q.reason.required ? <b aria-hidden> *</b> : <span className="muted">（可不填）</span>}
            </label>
            {q.reason.picks && (
              <div className="question-picks">
                {q.reason.picks.map((pick) => (
                  <Button
                    key={pick}
                    size="small"
                    aria-pressed={reason === pick}
                    onClick={() => setReason(pick)}
                  >
                    {pick}
                  </Button>
                ))}
              </div>
            )}
            {q.reason.line ? (
              <input {...field} type={q.reason.line} autoComplete="off" />
            ) : (
              <textarea {...field} rows={3} />
            )}
            {missing && (
              <small id={`${id}e`} className="question-missing" role="alert">
                请填写{q.reason.label}
              </small>
            )}
          </div>
        )}
        <footer>
          <Button onClick={() => q.answer(false, '')}>{q.cancel ?? '返回'}</Button>
          <Button
            type="submit"
            kind={q.danger ? 'danger' : 'primary'}
            data-solid
            autoFocus={!q.reason?.required}
          >
            {q.ok}
          </Button>
        </footer>
      </form>
    </dialog>
  )
}
