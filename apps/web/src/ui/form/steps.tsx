import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Icon } from '../icon.tsx'
import type { SubmitForm } from './use-submit.ts'
import './steps.css'

export interface FormStep {
  title: string
  /** The fields that have to be right before one goes on. */
  names: readonly string[]
  fields: ReactNode
}
export interface Walk {
  steps: readonly { title: string }[]
  at: number
  /** How far somebody has come: so far he may jump. */
  reached: number
  go: (at: number) => void
}

/**
 * One step of a form is shown at a time; the others keep what stands in them. Going on checks the fields of a
 * step, sending brings back to the first step that has a fault.
 */
export function useSteps<V extends object>(form: SubmitForm<V>, steps: readonly FormStep[] | undefined) {
  const [at, setAt] = useState(0)
  const [reached, setReached] = useState(0)
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!steps) return
    return form.onReveal((name) => {
      const index = steps.findIndex((s) => s.names.includes(String(name[0])))
      if (index >= 0) flushSync(() => setAt(index))
    })
  }, [form, steps])
  if (!steps) return undefined
  const last = at === steps.length - 1

  const check = (index: number) =>
    form.antd.validateFields([...(steps[index]?.names ?? [])] as never).then(
      () => true,
      ({ errorFields }: { errorFields: { name: (string | number)[] }[] }) => {
        form.stop(errorFields[0]?.name)
        return false
      },
    )
  const show = (index: number) => {
    flushSync(() => {
      setAt(index)
      setReached((far) => Math.max(far, index))
    })
    box.current?.querySelector<HTMLElement>('[aria-current="step"]')?.focus()
    box.current?.scrollIntoView({ block: 'start' })
  }
  /** Back at once; forward over steps that are right. */
  const go = async (index: number) => {
    for (let i = at; i < index; i++)
      if (!(await check(i))) {
        flushSync(() => setAt(i))
        return
      }
    show(index)
  }
  return {
    steps,
    at,
    reached,
    last,
    box,
    go: (index: number) => void go(index),
    back: () => show(at - 1),
    /** Before the last step Enter and the button go on instead of sending. */
    submit: (e: FormEvent) => {
      if (last) return
      e.preventDefault()
      e.stopPropagation()
      void go(at + 1)
    },
  }
}

/** Where one is, with the way back to what is filled in. */
export const StepNames = ({ steps, at, reached, go, box }: Walk & { box?: React.Ref<HTMLElement> }) => (
  <nav className="form-steps no-print" aria-label="填写步骤" ref={box}>
    <ol>
      {steps.map((s, i) => (
        <li key={s.title}>
          <button
            type="button"
            aria-current={i === at ? 'step' : undefined}
            data-done={i < reached || undefined}
            disabled={i > reached}
            onClick={() => i !== at && go(i)}
          >
            <b aria-hidden>{i < reached && i !== at ? <Icon name="check" size={14} /> : i + 1}</b>
            {s.title}
          </button>
        </li>
      ))}
    </ol>
  </nav>
)
