// Owns the messages that people read in the portal. Other modules write none here: they `tell`
// (kernel/outbox.store.ts), and whoever delivers the outbox asks here to make messages of it.

export { spreadNews } from './spread.action.ts'
