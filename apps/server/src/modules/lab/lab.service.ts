// What other modules ask of this one.

export { allowEdit, labsToEdit, requireActive, standingOn } from './lab.handler.ts'
