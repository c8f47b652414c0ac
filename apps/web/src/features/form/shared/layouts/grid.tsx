import type { ShownRule } from '@portal/form-kit/control/show'
import type { CSSProperties } from 'react'
import { findGrid, findKind, readSettings } from '../settings.ts'
import type { LayoutProps } from './layout.ts'

/** Columns side by side. Other rules in a row take a full line each. */
export function Row({ state, draw }: LayoutProps) {
  const gutter = Math.min(readSettings(state.rule).number('gutter') ?? 0, 200)
  return (
    <div className="fv-row" style={{ '--gutter': `${gutter}px` } as CSSProperties}>
      {state.children.map((child, i) => {
        if (typeof child !== 'string' && !child.visible) return null
        const { span, offset, shift } = placeIn(child)
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
/** A column's position from its own settings; other rules apply theirs where they are rendered. */
const placeIn = (child: ShownRule | string) =>
  findGrid({
    type: '',
    ...(typeof child !== 'string' && findKind(child.rule) === 'col' && { col: child.rule.props }),
  })

/** A container without its own markup renders only its children. */
export const Box = ({ children }: LayoutProps) => children
