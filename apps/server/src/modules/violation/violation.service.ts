// Violations that other modules detect.

export { recordUnfit } from './record.action.ts'
