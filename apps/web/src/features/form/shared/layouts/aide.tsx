import { useState } from 'react'
import { Icon, type IconName } from '../../../../ui/icon.tsx'
import { Button } from '../../../../ui/light.tsx'
import { readSettings, textWithin } from '../settings.ts'
import type { LayoutProps } from './layout.ts'

const signs: Record<string, IconName> = { success: 'check', warning: 'warn', info: 'info', error: 'warn' }

/** A hint for the user. It has no role `alert`, since it is present from the start. */
export function Note({ state: { rule } }: LayoutProps) {
  const { text, is } = readSettings(rule)
  const [isClosed, setClosed] = useState(false)
  const type = text('type') ?? 'info'
  const title = text('title') ?? textWithin(rule)
  if (isClosed) return null
  return (
    <div className="fv-note" role="note" data-type={type}>
      {is('showIcon') && <Icon name={signs[type] ?? 'info'} size={18} />}
      <div>
        <strong>{title}</strong>
        {text('description') && <p>{text('description')}</p>}
      </div>
      {is('closable', true) && (
        <button type="button" aria-label={`关闭提示：${title}`} onClick={() => setClosed(true)}>
          <Icon name="close" size={14} />
        </button>
      )}
    </div>
  )
}

const looks: Record<string, 'primary' | 'danger' | 'text'> = {
  primary: 'primary',
  danger: 'danger',
  text: 'text',
}
/** A button without effect: its action is a function of the form, and those never run. */
export function IdleButton({ state }: LayoutProps) {
  const { text, is } = readSettings(state.rule)
  return (
    <p className="fv-line">
      <Button
        kind={is('plain') ? 'plain' : (looks[text('type') ?? ''] ?? 'plain')}
        disabled={state.disabled}
        {...(is('round') && { style: { borderRadius: 999 } })}
      >
        {textWithin(state.rule)}
      </Button>
    </p>
  )
}

export const Words = ({ state: { rule } }: LayoutProps) => (
  <p className="fv-line pre-line">{textWithin(rule)}</p>
)

export function Space({ state: { rule }, children }: LayoutProps) {
  // Other designers use this name for a box with children.
  if ((rule.children ?? []).length > 0) return children
  return <div aria-hidden style={{ height: Math.min(readSettings(rule).number('height') ?? 20, 1000) }} />
}

/** A horizontal line with or without text. Vertical ones are not drawn: nothing stands beside them. */
export function Divider({ state: { rule } }: LayoutProps) {
  const words = textWithin(rule)
  return (
    <div
      className="fv-divider"
      role="separator"
      data-at={readSettings(rule).text('contentPosition') ?? 'center'}
      aria-label={words || undefined}
    >
      {words && <span>{words}</span>}
    </div>
  )
}
