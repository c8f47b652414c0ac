// What other modules ask of this one.

export { reportCaches } from './cache.handler.ts'
