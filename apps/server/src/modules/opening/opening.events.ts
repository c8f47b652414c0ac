import { judgeFreeOn } from '../device/search.service.ts'
import { freeAmong } from './times.service.ts'

/** Lists of devices can be asked for those that are free on a day. */
export const openingListeners = (): void => judgeFreeOn(freeAmong)
