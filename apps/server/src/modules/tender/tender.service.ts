// Owns tenders: announcements, sealed quotations, the committee's evaluation and the award. A tender begins
// and ends with its purchase (tender.events.ts). Later modules only read quotations and evaluations, for the
// dossier of an instrument.

export { findEvaluations, type Evaluation } from './access.action.ts'
