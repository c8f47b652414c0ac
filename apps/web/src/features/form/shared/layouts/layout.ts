import type { ShownRule } from '@portal/form-kit/control/show'
import type { ReactNode } from 'react'

export interface LayoutProps {
  state: ShownRule
  /** Its rendered children. */
  children: ReactNode
  /** Renders some of its children. */
  draw: (items: readonly (ShownRule | string)[]) => ReactNode
}
