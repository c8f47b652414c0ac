// What other modules ask of this one.

export { evaluationsOf } from './access.action.ts'
export type { Evaluation } from './access.action.ts'
