// What other modules ask of this one.

export { record } from './repair.handler.ts'
