// When and how instruments can be booked. Other modules ask which of theirs can be, who sets that up, and for
// how long they were open.

export { sumOpenMinutes } from './open-time.action.ts'
export { judgeDevices } from './readiness.action.ts'
