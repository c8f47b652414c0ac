// When and how instruments can be booked. Other modules ask which instruments can be booked and how long they
// were open.

export { sumOpenMinutes } from './open-time.action.ts'
export { judgeDevices } from './readiness.action.ts'
