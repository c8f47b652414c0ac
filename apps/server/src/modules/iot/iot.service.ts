// Gates and power: whoever builds the server holds the line to the gateways; nobody asks of this module.

export { holdLine, type Line } from './line.action.ts'
