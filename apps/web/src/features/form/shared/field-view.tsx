import { checkValue } from '@portal/form-kit/check/check'
import { findTitle } from '@portal/form-kit/check/title'
import type { ShownRule } from '@portal/form-kit/control/show'
import type { Json } from '@portal/form-kit/form/form'
import { memo, Suspense, use, useCallback, useRef } from 'react'
import { WaitContext } from '../../../ui/form/on-its-way.ts'
import { Skeleton } from '../../../ui/light.tsx'
import type { Change, Scope } from './control.ts'
import { drawings } from './controls/drawings.ts'
import { FieldItem } from './field-item.tsx'
import { findKind } from './settings.ts'
import { ViewContext } from './view-context.ts'

interface Props extends Pick<Scope, 'isClosed' | 'change' | 'tell'> {
  state: ShownRule
  /** The path of its value in the answer. */
  path: string
  value: Json
  faults: readonly string[] | undefined
}

/** A field with its label, control and faults. It is checked when its entries' triggers occur. */
export const FieldView = memo(function FieldView({
  state,
  path,
  value,
  faults = [],
  isClosed,
  change,
  tell,
}: Props) {
  const { id: form, wait } = use(ViewContext)
  const waitHere = useCallback((words: string | undefined) => wait(path, words), [wait, path])
  const isTouched = useRef(false)
  const { rule, required } = state
  const drawing = drawings[findKind(rule) ?? '']
  if (!drawing) return null
  const id = `${form}-${path}`
  const label = findTitle(rule)
  const { control: Control } = drawing
  const changed = (next: Json, within?: Pick<Change, 'told' | 'clears'>): void => {
    isTouched.current = true
    const told = [path, checkValue(rule, next, 'change', required)] as const
    change({
      field: rule.field ?? '',
      value: next,
      told: [told, ...(within?.told ?? [])],
      ...(within?.clears && { clears: within.clears }),
    })
  }
  return (
    <FieldItem
      id={id}
      state={state}
      path={path}
      faults={faults}
      isGroup={drawing.isGroup}
      isWide={drawing.isWide}
    >
      {(aria) => (
        <Suspense fallback={<Skeleton rows={1} height={32} />}>
          <WaitContext value={waitHere}>
            <Control
              state={state}
              id={id}
              value={value}
              label={label}
              path={path}
              disabled={isClosed || state.disabled}
              aria={aria}
              onChange={changed}
              // Leaving an untouched field does not report a missing value.
              onBlur={() => tell([path, checkValue(rule, value, 'blur', required && isTouched.current)])}
              tell={tell}
            />
          </WaitContext>
        </Suspense>
      )}
    </FieldItem>
  )
}, isAlike)

/** `showRules` makes new states for each keystroke; a field renders only if its own state differs. */
function isAlike(a: Props, b: Props): boolean {
  return (
    a.state.rule === b.state.rule &&
    a.state.path === b.state.path &&
    a.state.disabled === b.state.disabled &&
    a.state.required === b.state.required &&
    a.path === b.path &&
    a.value === b.value &&
    a.faults === b.faults &&
    a.isClosed === b.isClosed &&
    a.change === b.change &&
    a.tell === b.tell
  )
}
