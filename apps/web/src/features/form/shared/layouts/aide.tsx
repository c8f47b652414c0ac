import { useState } from 'react'
import { Icon, type IconName } from '../../../../ui/icon.tsx'
import { Button } from '../../../../ui/light.tsx'
import { readSettings, textWithin } from '../settings.ts'
import type { LayoutProps } from './layout.ts'

const signs: Record<string, IconName> = { success: 'check', warning: 'warn', info: 'info', error: 'warn' }

/** A hint to whoever fills in; no alarm, since it is there from the beginning. */
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
/** What it would do is a function of the form, and those never run: it is there to be seen. */
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
  // A form of another designer has boxes of this name.
  if ((rule.children ?? []).length > 0) return children
  return <div aria-hidden style={{ height: Math.min(readSettings(rule).number('height') ?? 20, 1000) }} />
}

/** A line across, with words on it or without. An upright one would stand between nothing. */
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
