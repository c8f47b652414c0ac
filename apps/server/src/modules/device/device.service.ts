// What other modules ask of this one.

export {
  eventsOn,
  info,
  move,
  requireCan,
  requireCanAny,
  requireSeen,
  setPlace,
  setStatus,
  standingOn,
  takeIn,
  takePictures,
} from './device.handler.ts'
export type { StandingRow } from './device.handler.ts'
export { findPage, judgeFreeOn, visibleAmong } from './search.handler.ts'
export type { DeviceRow } from './search.handler.ts'
export { countUse } from './use.handler.ts'
