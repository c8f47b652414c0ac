// Instruments: their records, who may see and manage them, search, and how much they are used. Other modules
// ask for a person's standing on a device, search devices, and report changes of a device to this module:
// bought, moved, broken, repaired or scrapped.

export { eventsOn, requireCan, requireCanAny, requireSeen, standingOn } from './access.action.ts'
export { showDevice } from './detail.action.ts'
export type { StandingRow } from './device.store.ts'
export { takeIn, takePictures } from './intake.action.ts'
export type { DeviceRow } from './row.store.ts'
export { registerReadiness } from './manage.action.ts'
export { findPage, keptScope, registerAvailability, filterVisible } from './search.action.ts'
export { countUse } from './use.action.ts'
export { lockDevice, move, setPlace, setStatus } from './state.action.ts'
