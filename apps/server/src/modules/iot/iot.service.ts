// Gates and power. The server's start-up uses this module for the line to the gateways, the demo for the
// gateways that run in the server's own process; no other module uses it.

export { giveCredentials } from './enrolling.action.ts'
export { listOfHardware } from './gateway.store.ts'
export { holdLine, type Line } from './line.action.ts'
