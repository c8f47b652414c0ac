import { isObject } from '@portal/form-kit/form/scan'
import { useCallback } from 'react'
import { passFocusOn } from '../../../../lib/pass-focus.ts'
import { Button } from '../../../../ui/light.tsx'
import type { ControlProps, Scope, Told } from '../control.ts'
import { RuleList } from '../rule-list.tsx'
import { readSettings } from '../settings.ts'
import type { Fields } from '../view-context.ts'
import { RowView } from './row-view.tsx'
import { useRows } from './use-rows.ts'
import type { ShownRule } from '@portal/form-kit/control/show'

const drawRow = (shown: ShownRule[], scope: Scope) => <RuleList items={shown} scope={scope} />

/** Rows that the user adds and removes. */
export function GroupControl(props: ControlProps) {
  const { state, path, disabled, tell } = props
  const { rows, change, add, remove, mayAdd, mayRemove, title } = useRows(props)
  const hasButtons = readSettings(state.rule).is('button', true) && !disabled
  return (
    <div className="fv-group">
      {rows.map((fields, i) => (
        // Rows have no identity but their index.
        <div key={i} className="fv-group-row" role="group" aria-label={`${title} ${i + 1}`}>
          <div className="fv-group-head">
            <span className="muted">{i + 1}</span>
            {hasButtons && mayRemove && (
              <Button
                size="small"
                kind="text"
                icon="close"
                aria-label={`移除${title} ${i + 1}`}
                onClick={(e) => {
                  passFocusOn(e.currentTarget)
                  remove(i)
                }}
              >
                移除
              </Button>
            )}
          </div>
          <RowView
            rule={state.rule}
            place={state.path}
            path={path}
            index={i}
            fields={fields}
            isClosed={disabled}
            change={change}
            tell={tell}
            draw={drawRow}
          />
        </div>
      ))}
      {rows.length === 0 && <p className="muted">还没有内容</p>}
      {hasButtons && (
        <Button size="small" disabled={!mayAdd} onClick={add} aria-label={`添加${title}`}>
          添加
        </Button>
      )}
    </div>
  )
}

/** A single row that is always present. */
export function SubFormControl({ state, value, onChange, path, disabled, tell }: ControlProps) {
  const change = useCallback(
    (_: number, fields: Fields, told: readonly Told[], clears?: string) =>
      onChange(Object.keys(fields).length > 0 ? fields : null, {
        told,
        ...(clears !== undefined && { clears }),
      }),
    [onChange],
  )
  return (
    <div className="fv-group-row">
      <RowView
        rule={state.rule}
        place={state.path}
        path={path}
        fields={isObject(value) ? (value as Fields) : NONE} // an object within JSON has JSON in it
        isClosed={disabled}
        change={change}
        tell={tell}
        draw={drawRow}
      />
    </div>
  )
}
const NONE: Fields = {}
