// Broken promises that others find out about.

export { recordUnfit } from './record.action.ts'
