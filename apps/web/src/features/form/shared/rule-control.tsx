import type { ShownRule } from '@portal/form-kit/control/show'
import type { Json } from '@portal/form-kit/form/form'
import { useId, useMemo } from 'react'
import type { Scope } from './control.ts'
import { RuleList } from './rule-list.tsx'
import { ViewContext, type Ask, type View } from './view-context.ts'
import './form-view.css'

interface Props {
  /** As `showRules` returns it; `children: []` renders a layout without its content. */
  state: ShownRule
  value?: Json
  onChange?: (value: Json) => void
  /** Without it options of an interface are not requested. */
  ask?: Ask | null
}
const nothing = (): void => {}

/** A single rule, disabled as on the designer's canvas; enabled if `onChange` is given. */
export function RuleControl({ state, value = null, onChange, ask = null }: Props) {
  const id = useId()
  const view = useMemo<View>(
    () => ({ id, mode: onChange ? 'edit' : 'disabled', upload: null, ask, people: [], wait: nothing }),
    [id, onChange, ask],
  )
  const scope: Scope = {
    path: '',
    values: state.rule.field ? { [state.rule.field]: value } : {},
    isClosed: !onChange,
    change: onChange ? ({ value: next }) => onChange(next) : nothing,
    tell: nothing,
  }
  return (
    <ViewContext value={view}>
      <div className="fv" data-labels="right" data-stars>
        <RuleList items={[state]} scope={scope} />
      </div>
    </ViewContext>
  )
}
