// The Ministry's tables of school years. Nobody asks for them; a demo campus has them made with its past.

export { recordYear, type PastYear } from './past.action.ts'
