import { ConfigProvider } from 'antd'
import type { Ref } from '@portal/contract/kernel/rows'
import type { Values } from '@portal/form-kit/control/show'
import type { Form } from '@portal/form-kit/form/form'
import { showFilling } from '@portal/form-kit/values/read'
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
  /** Over what the form begins with: a draft, or an answer. Read once; a new `key` begins anew. */
  start?: Values | undefined
  mode?: ViewMode
  /** What nobody can type into has these; without it its defaults, as for the server. */
  before?: Values | undefined
  /** What the form is called for those who do not see it. */
  label?: string
  /**
   * Gets the answer as form-kit has judged it. The form's buttons are only there with it, and busy while its
   * promise is open; it catches its own failures.
   */
  onSubmit?: (values: Fields) => void | Promise<void>
  /** What is in the form after each change, unjudged, as a draft keeps it. */
  onChange?: (values: Fields) => void
  /** 重置 was pressed: everything is as it was at first. */
  onReset?: () => void
  /** What the server says of fields, by their place in the answer: `samples[2].mass`. */
  faults?: readonly { path: string; message: string }[] | undefined
  /** Without it there is nowhere to keep files, and the control says so. */
  upload?: Upload | null
  /** How interfaces are asked for options; by default with the person's own rights. */
  ask?: Ask | null
  /** Whom the values name: they hold numbers. */
  people?: readonly Ref[]
  /** How whoever is chosen is called, for a draft. Does not change. */
  onName?: (people: readonly Ref[]) => void
  /** Buttons beside the form's own. */
  extra?: ReactNode
  /** It is a part of another form, which sends it. */
  isPart?: boolean
  /** Whoever is told of faults is brought to the first of them. */
  aims?: boolean
}

/** A drawn form: to be filled in, closed, or as what was answered. */
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
  // What was answered stays as it was answered.
  const fixed = mode === 'edit' ? before : start
  const { shown, values } = useMemo(() => showFilling(form, typed, fixed), [form, typed, fixed])
  const drawn = useGradual(shown.length, findings.aim.path !== null)
  const { wait } = filling
  const view = useMemo<View>(
    () => ({ id, mode, upload, ask, people, onName, wait }),
    [id, mode, upload, ask, people, onName, wait],
  )
  const scope: Scope = { path: '', values: values as Fields, isClosed: mode !== 'edit', change, tell }
  if (mode === 'read' || mode === 'print')
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
    style: { '--fv-label': layout.width } as CSSProperties, // React's types know no properties of our own
    'aria-label': label,
  }
  const parts = (
    <>
      <Summary form={form} shown={shown} faults={findings.faults} />
      <RuleList items={shown.slice(0, drawn)} scope={scope} />
    </>
  )
  // On a phone nothing is smaller than a finger.
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
                // A form in a dialog of another form is inside of that for React.
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
