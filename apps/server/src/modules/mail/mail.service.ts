// Owns mail and the system mailbox it goes out by. Nobody sends mail here: one writes `postMail`
// (kernel/outbox.store.ts). The server asks for the courier that delivers the outbox, and lets go of the mail
// server when it stops.

export { createCourier } from './courier.action.ts'
export { closeSender } from './sender.action.ts'
