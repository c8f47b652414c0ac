import { type ComponentType } from 'react'
import type { LayoutProps } from './layout.ts'
import { Box, Row } from './grid.tsx'
import { Divider, IdleButton, Note, Space, Words } from './aide.tsx'
import { definePart } from '../../../../ui/part.tsx'

/** The renderers of components without a value, by kind. */
export const layouts: { [kind: string]: ComponentType<LayoutProps> | undefined } = {
  row: Row,
  col: Box,
  fragment: Box,
  tabs: definePart(() => import('./tabs.tsx')),
  tabPane: Box,
  space: Space,
  alert: Note,
  button: IdleButton,
  span: Words,
  divider: Divider,
}
