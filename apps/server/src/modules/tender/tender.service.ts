// Owns tenders: what is announced, what suppliers quote under seal, what a committee makes of it and who
// wins. They begin and end with their purchase (tender.events.ts); further down one asks only what was quoted
// and judged, for the records of what was bought.

export { findEvaluations, type Evaluation } from './access.action.ts'
