// Gates and power: whoever builds the server holds the line to the gateways, the demo has some in the
// server's own process; nobody else asks of this module.

export { giveCredentials } from './enrolling.action.ts'
export { listOfHardware } from './gateway.store.ts'
export { holdLine, type Line } from './line.action.ts'
