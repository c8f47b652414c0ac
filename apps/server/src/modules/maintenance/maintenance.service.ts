// What other modules ask of this one.

export { stopPlans } from './maintenance.handler.ts'
