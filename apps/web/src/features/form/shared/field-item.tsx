import type { ShownRule } from '@portal/form-kit/control/show'
import type { ReactNode } from 'react'
import type { ControlProps } from './control.ts'
import { findInfo, findOwnTitle } from './settings.ts'

interface Props {
  /** The control's id. */
  id: string
  state: ShownRule
  path: string
  faults: readonly string[]
  isGroup: boolean | undefined
  isWide: boolean | undefined
  children: (aria: ControlProps['aria']) => ReactNode
}

/** A label with a star if required, the control, its hint and its faults. */
export function FieldItem({ id, state, path, faults, isGroup, isWide, children }: Props) {
  const title = findOwnTitle(state.rule)
  const info = findInfo(state.rule)
  const describedBy = [info && `${id}-info`, faults.length > 0 && `${id}-fault`].filter(Boolean).join(' ')
  const aria: ControlProps['aria'] = {
    ...(describedBy && { 'aria-describedby': describedBy }),
    ...(faults.length > 0 && { 'aria-invalid': true }),
    ...(state.required && !isGroup && { 'aria-required': true }),
  }
  const star = state.required || undefined
  return (
    <div
      className="fv-item"
      data-path={path}
      data-wide={isWide || undefined}
      data-bare={title ? undefined : true}
      data-invalid={faults.length > 0 || undefined}
      {...(isGroup && {
        role: 'group',
        'aria-labelledby': `${id}-label`,
        ...(describedBy && { 'aria-describedby': describedBy }),
      })}
    >
      {isGroup ? (
        <span id={`${id}-label`} className={title ? 'fv-label' : 'sr-only'} data-star={star}>
          {title ?? '此项'}
        </span>
      ) : (
        <label htmlFor={id} id={`${id}-label`} className={title ? 'fv-label' : 'sr-only'} data-star={star}>
          {title ?? '此项'}
        </label>
      )}
      <div className="fv-control">
        {children(aria)}
        {info && (
          <small id={`${id}-info`} className="fv-info">
            {info}
          </small>
        )}
        {faults.length > 0 && (
          <div id={`${id}-fault`} className="fv-fault" role="alert">
            {faults.join('；')}
          </div>
        )}
      </div>
    </div>
  )
}
