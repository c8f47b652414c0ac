// Instruments: their file, who may see and manage them, how they are found, how much they are used. Other
// modules ask how a person stands to a device, search among devices, and tell this one what becomes of a
// device: it came, moved, broke, was repaired or scrapped.

export { eventsOn, requireCan, requireCanAny, requireSeen, standingOn } from './access.action.ts'
export { showDevice } from './detail.action.ts'
export type { StandingRow } from './device.store.ts'
export { takeIn, takePictures } from './intake.action.ts'
export type { DeviceRow } from './row.store.ts'
export { registerReadiness } from './manage.action.ts'
export { findPage, keptScope, registerAvailability, filterVisible } from './search.action.ts'
export { countUse } from './use.action.ts'
export { move, setPlace, setStatus } from './state.action.ts'
