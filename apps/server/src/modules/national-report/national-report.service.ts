// Reports to the national platform own the schemas of each year, the rows, and the platform's answers.

export { beginPast, reportPast, type Past } from './past.action.ts'
