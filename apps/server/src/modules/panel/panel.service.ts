// What other modules ask of this one.

export { ofRow, open, registerPanelReader, rowOf, sitsOn, voidOf, waiting } from './panel.handler.ts'
export type { PanelRecord } from './panel.handler.ts'
