// The Ministry's tables of school years. Only the demo uses this module, to create a campus's past.

export { recordYear, type PastYear } from './past.action.ts'
