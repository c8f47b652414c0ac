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
  /** Where its value stands in the answer. */
  path: string
  value: Json
  faults: readonly string[] | undefined
}

/** A field that asks: its label, its control, what is wrong with it. Checks as its entries want it. */
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
              // Who only passes by is not told that something is missing.
              onBlur={() => tell([path, checkValue(rule, value, 'blur', required && isTouched.current)])}
              tell={tell}
            />
          </WaitContext>
        </Suspense>
      )}
    </FieldItem>
  )
}, isAlike)

/** What is shown is made anew with every letter; a field is drawn anew only where it differs. */
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
