import type { ShownRule } from '@portal/form-kit/control/show'
import type { ComponentType, ReactNode } from 'react'
import { Col, Fragment, Row } from './grid.tsx'

export interface LayoutProps {
  state: ShownRule
  isClosed: boolean
  /** What is in it, drawn. */
  children: ReactNode
  /** Draws a part of what is in it. */
  draw: (items: readonly (ShownRule | string)[]) => ReactNode
}

/** How components are drawn that ask for nothing, by their kind. */
export const layouts: { [kind: string]: ComponentType<LayoutProps> | undefined } = {
  row: Row,
  col: Col,
  fragment: Fragment,
}
