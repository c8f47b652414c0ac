import { useEffect, useId, useRef, useState } from 'react'
import type { Question } from '../lib/tell.ts'
import { Icon } from './icon.tsx'
import { Button } from './light.tsx'

/** The button that asked may be gone, with its row: whoever uses the keyboard goes on in the page, not before it. */
function keepFocus(): void {
  if (document.activeElement === null || document.activeElement === document.body)
    document.querySelector('main')?.focus({ preventScroll: true })
}

/** A modal question, optionally with a reason to pick or type. */
export function QuestionDialog({ question: q }: { question: Question }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [reason, setReason] = useState(q.reason?.start ?? '')
  const [missing, setMissing] = useState(false)
  const id = useId()
  useEffect(() => {
    dialog.current?.showModal()
    return () => void setTimeout(keepFocus)
  }, [])

  const agree = () => {
    if (q.reason?.required && !reason.trim()) setMissing(true)
    else q.answer(true, reason.trim())
  }
  return (
    // Escape means no.
    <dialog ref={dialog} className="question" aria-labelledby={`${id}t`} onCancel={() => q.answer(false, '')}>
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
        {q.text && <p>{q.text}</p>}
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
            <textarea
              id={id}
              rows={3}
              autoFocus={q.reason.required ?? false}
              value={reason}
              maxLength={q.reason.maxLength ?? 500}
              required={q.reason.required}
              aria-invalid={missing || undefined}
              aria-describedby={missing ? `${id}e` : undefined}
              onInvalid={(e) => {
                e.preventDefault()
                setMissing(true)
              }}
              onChange={(e) => {
                setReason(e.target.value)
                setMissing(false)
              }}
            />
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
