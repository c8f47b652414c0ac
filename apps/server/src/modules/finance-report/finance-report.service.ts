// Finance's reports own the journal of what was billed, paid and refunded, and the closed months.

export { postPast } from './past.action.ts'
