// Owns mail and the system mailbox that sends it. Other modules do not send mail here: they call `postMail`
// (kernel/outbox.store.ts). The server starts the courier that delivers the outbox, and closes the connection
// to the mail server when it stops.

export { createCourier } from './courier.action.ts'
export { closeSender } from './sender.action.ts'
