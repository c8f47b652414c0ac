// What other modules ask of this one.

export { closeSender } from './setting.handler.ts'
