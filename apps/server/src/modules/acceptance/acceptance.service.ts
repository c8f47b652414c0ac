// What other modules ask of this one.

export { showDetail, wholeOf } from './acceptance.handler.ts'
