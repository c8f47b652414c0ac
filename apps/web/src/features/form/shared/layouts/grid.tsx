import type { CSSProperties } from 'react'
import { gridOf, settingsOf } from '../settings.ts'
import type { LayoutProps } from './layouts.ts'

/** Columns beside one another. Whatever else stands in a row has a line for itself. */
export function Row({ state, draw }: LayoutProps) {
  const gutter = settingsOf(state.rule).number('gutter') ?? 0
  return (
    <div className="fv-row" style={{ '--gutter': `${Math.min(gutter, 200)}px` } as CSSProperties}>
      {state.children.map((child, i) => {
        if (typeof child !== 'string' && !child.visible) return null
        // Its own settings are its part of the line; other rules say that in `col`.
        const isCol = typeof child !== 'string' && /col$/i.test(child.rule.type)
        const { span, offset, shift } = gridOf(
          isCol ? { type: 'col', col: child.rule.props ?? {} } : { type: '' },
        )
        return (
          <div
            key={typeof child === 'string' ? `${child}${i}` : child.path}
            className="fv-cell"
            style={{ '--span': span, '--offset': offset, '--shift': shift } as CSSProperties}
          >
            {draw([child])}
          </div>
        )
      })}
    </div>
  )
}

/** A column alone is only what is in it: its row gives it its place. */
export const Col = ({ children }: LayoutProps) => children
export const Fragment = ({ children }: LayoutProps) => children
