import type { ShownRule } from '@portal/form-kit/control/show'
import type { ReactNode } from 'react'

export interface LayoutProps {
  state: ShownRule
  /** What is in it, drawn. */
  children: ReactNode
  /** Draws a part of what is in it. */
  draw: (items: readonly (ShownRule | string)[]) => ReactNode
}
