// What other modules ask of this one.

export { spread } from './message.handler.ts'
