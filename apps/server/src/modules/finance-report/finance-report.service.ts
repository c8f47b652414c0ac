// Finance's reports own the journal of what was billed, paid and given back, and the months that are closed.

export { postPast } from './past.action.ts'
