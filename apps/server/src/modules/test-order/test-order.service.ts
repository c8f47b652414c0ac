// What other modules ask of this one.

export {
  countPayable,
  createDraft,
  leave,
  listPayable,
  lockPayable,
  payable,
  placesOf,
  release,
  reopen,
  settle,
  take,
  waiveFee,
} from './test-order.handler.ts'
