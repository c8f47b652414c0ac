// What other modules ask of this one.

export { codesOf, numbersOf } from './dictionary.handler.ts'
