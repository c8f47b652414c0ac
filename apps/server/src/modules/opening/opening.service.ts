// When and how instruments can be booked. Other modules ask which of theirs can be, and who sets that up.

export { judgeDevices } from './readiness.action.ts'
