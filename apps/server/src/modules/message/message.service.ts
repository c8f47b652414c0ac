// Owns the messages that people read in the portal. Other modules do not write messages here: they call
// `tell` (kernel/outbox.store.ts), and the courier of the outbox calls this module to create messages.

export { spreadNews } from './spread.action.ts'
