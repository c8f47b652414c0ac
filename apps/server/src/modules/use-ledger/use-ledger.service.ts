// The use ledger is the basis of every figure about use and income. Other modules let it catch up and read
// its sums.

export { catchUp, catchUpInParts } from './writing.action.ts'
