// Reports to the national platform own the years' documents, their rows, and what the platform answered.

export { beginPast, reportPast, type Past } from './past.action.ts'
