// What other modules ask of this one.

export {
  countedDepts,
  deviceOf,
  filtersFor,
  lockDevice,
  pageReply,
  readBusy,
  refOf,
  requireRun,
  waitingFor,
  worldOf,
} from './access.action.ts'
