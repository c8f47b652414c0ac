// The use ledger owns what every figure about use and income is reckoned from. Other modules let it catch up,
// and read its sums.

export { catchUp, catchUpInParts } from './writing.action.ts'
