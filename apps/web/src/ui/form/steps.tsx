import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Icon } from '../icon.tsx'
import type { SubmitForm } from './use-submit.ts'
import './steps.css'

export interface FormStep {
  title: string
  /** Fields that must be valid before the next step. */
  names: readonly string[]
  fields: ReactNode
}
export interface Walk {
  steps: readonly { title: string }[]
  at: number
  /** The furthest step reached; the user may jump to any step up to it. */
  reached: number
  go: (at: number) => void
}

/**
 * Shows one step of a form at a time; the others keep their values. The next step opens when this step's
 * fields are valid; a refused submit opens the first step with a fault.
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
  /** Goes back at once; goes forward only past valid steps. */
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
    /** Before the last step, Enter and the button open the next step instead of submitting. */
    submit: (e: FormEvent) => {
      if (last) return
      e.preventDefault()
      e.stopPropagation()
      void go(at + 1)
    },
  }
}

/** The step names: the current one, and links to those reached. */
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
