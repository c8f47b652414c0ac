import { ConfigProvider } from 'antd'
import type { Ref } from '@portal/contract/kernel/rows'
import { showRules, type Values } from '@portal/form-kit/control/show'
import type { Form } from '@portal/form-kit/form/form'
import { showFilling, type Filling } from '@portal/form-kit/values/read'
import { useId, useMemo, useRef, type CSSProperties, type ReactNode } from 'react'
import { useNarrow } from '../../../ui/use-media.ts'
import { askSource } from '../form.queries.ts'
import type { Scope } from './control.ts'
import { FormButtons } from './form-buttons.tsx'
import { makeLayout, sizeFor } from './form-layout.ts'
import { ReadView } from './read-view.tsx'
import { RuleList } from './rule-list.tsx'
import { Summary } from './summary.tsx'
import { useGradual } from './use-gradual.ts'
import { useFilling } from './use-filling.ts'
import { FindingsContext, ViewContext } from './view-context.ts'
import type { Ask, Fields, Upload, View, ViewMode } from './view-context.ts'
import './form-view.css'

const NOBODY: readonly Ref[] = []

export interface FormViewProps {
  form: Form
  /**
   * Initial values that override the defaults: a draft or an answer. Read once; a new `key` restarts. In the
   * modes for reading they are the whole answer, to which no default is added.
   */
  start?: Values | undefined
  mode?: ViewMode
  /**
   * The earlier answer that is changed. As on the server, fields that cannot be typed into keep its values,
   * and no default fills what it left empty.
   */
  before?: Values | undefined
  /** The form's name for screen readers. */
  label?: string
  /**
   * Called with the answer after form-kit has accepted it. Without it the form has no buttons. They are busy
   * until its promise settles; it must catch its own failures.
   */
  onSubmit?: (values: Fields) => void | Promise<void>
  /** Called after each change with the unchecked values, to keep a draft. */
  onChange?: (values: Fields) => void
  /** Called after 重置 has restored the earlier answer, or else the defaults. */
  onReset?: () => void
  /** The server's faults of fields, by their path in the answer: `samples[2].mass`. */
  faults?: readonly { path: string; message: string }[] | undefined
  /** The file service; without it the upload control says that files cannot be uploaded. */
  upload?: Upload | null
  /** How interfaces are called for options; by default with the user's own rights. */
  ask?: Ask | null
  /** The people whose ids the values hold. */
  people?: readonly Ref[]
  /** Called with the names of chosen people, for a draft. Must be a stable function. */
  onName?: (people: readonly Ref[]) => void
  /** Buttons beside the form's own. */
  extra?: ReactNode
  /** Whether it is part of another form, which sends it. */
  isPart?: boolean
  /** Whether new faults scroll to and focus the first of them. */
  aims?: boolean
}

/** A rendered form: to fill in, disabled, or as an answer to read. */
export function FormView({
  form,
  mode = 'edit',
  before,
  label,
  upload = null,
  ask = askSource,
  people = NOBODY,
  onName,
  ...rest
}: FormViewProps) {
  const id = useId()
  const narrow = useNarrow()
  const root = useRef<HTMLElement | null>(null)
  const { start, onSubmit, onChange, onReset, faults: given, aims = true } = rest
  const filling = useFilling({ form, start, before, root, onSubmit, onChange, onReset, given, aims })
  const { values: typed, findings, change, tell } = filling
  const layout = useMemo(() => makeLayout(form), [form])
  const size = sizeFor(layout.size, narrow)
  const isRead = mode === 'read' || mode === 'print'
  const answer = isRead ? start : undefined
  // Outside edit mode fixed fields keep the answered values.
  const fixed = mode === 'edit' ? before : start
  const { shown, values } = useMemo<Filling>(
    // An answer is shown as it was given. A default would stand where the field was left empty.
    () => (answer ? { shown: showRules(form, answer), values: answer } : showFilling(form, typed, fixed)),
    [form, answer, typed, fixed],
  )
  const drawn = useGradual(shown.length, findings.aim.path !== null)
  const { wait } = filling
  const view = useMemo<View>(
    () => ({ id, mode, upload, ask, people, onName, wait }),
    [id, mode, upload, ask, people, onName, wait],
  )
  const scope: Scope = { path: '', values: values as Fields, isClosed: mode !== 'edit', change, tell }
  if (isRead)
    return (
      <ViewContext value={view}>
        <div className="fv fv-read">
          <ReadView items={shown} values={values as Fields} isPrint={mode === 'print'} />
        </div>
      </ViewContext>
    )
  const place = {
    className: 'fv',
    'data-labels': layout.position,
    'data-size': size,
    'data-large': shown.length > 60 || undefined,
    'data-inline': layout.inline || undefined,
    'data-stars': layout.stars || undefined,
    style: { '--fv-label': layout.width } as CSSProperties, // React's types have no custom properties
    'aria-label': label,
  }
  const parts = (
    <>
      <Summary form={form} shown={shown} faults={findings.faults} />
      <RuleList items={shown.slice(0, drawn)} scope={scope} />
    </>
  )
  // On a phone controls are at least medium, so that a finger can hit them.
  return (
    <ViewContext value={view}>
      <FindingsContext value={findings}>
        <ConfigProvider componentSize={size}>
          {rest.isPart ? (
            <div {...place} role="group" ref={(at) => void (root.current = at)}>
              {parts}
            </div>
          ) : (
            <form
              {...place}
              ref={(at) => void (root.current = at)}
              noValidate
              onSubmit={(e) => {
                e.preventDefault()
                // React events bubble from a form in a dialog to the form that opened it.
                e.stopPropagation()
                void filling.submit()
              }}
            >
              {parts}
              {onSubmit && mode === 'edit' && (
                <FormButtons form={form} busy={filling.busy} onReset={filling.reset}>
                  {rest.extra}
                </FormButtons>
              )}
            </form>
          )}
        </ConfigProvider>
      </FindingsContext>
    </ViewContext>
  )
}
