import { listen } from '../../kernel/events.ts'
import type {} from '../booking/booking.events.ts'
import type {} from '../device/device.events.ts'
import type {} from '../opening/opening.events.ts'
import type {} from '../people/people.events.ts'
import type {} from '../qualification/qualification.events.ts'
import { registerImport } from '../bulk/bulk.service.ts'
import * as access from './access.store.ts'
import { gatewayImport } from './gateway.import.ts'
import * as gateways from './gateway.store.ts'
import { noteDevice, notePeople, wake } from './list.action.ts'
import { unitImport } from './unit.import.ts'

export function iotListeners(): void {
  registerImport(gatewayImport)
  registerImport(unitImport)
  listen('booking.changed', (ctx, { deviceId }) => noteDevice(ctx, deviceId))
  // Switches stay on until the requested end. The next regular check of all lists may come too late for that.
  listen('booking.extension_asked', (ctx, { deviceId }) => noteDevice(ctx, deviceId))
  // Whoever has lost the qualification is let in no more; whoever has just got it is shown a QR code at once,
  // which the door would refuse until the next regular check.
  listen('qualification.granted', (ctx, { deviceId }) => noteDevice(ctx, deviceId))
  listen('qualification.narrowed', (ctx, { deviceId }) => noteDevice(ctx, deviceId))
  listen('opening.qualification_asked', (ctx, { deviceId }) => noteDevice(ctx, deviceId))
  // All gateways: the event does not name the room that the instrument has left. Once for all moves of a
  // transaction: an import moves thousands, and would note every gateway for each of them.
  listen('device.moved', async (ctx) => {
    if (await gateways.noteAllStaleOnce(ctx)) wake(ctx, 'lists')
  })
  // Cards and grants end with the account.
  listen('people.left', async (ctx, { userIds }) => {
    await access.unbindUsers(ctx, userIds)
    // Before the grants end: the lists to be made anew are found by them.
    await notePeople(ctx, userIds)
    await access.endGrants(ctx, userIds)
  })
  // Also ends grants of people who left before grants ended with
  // the account: nobody has decided that they may enter again.
  listen('people.returned', async (ctx, { userIds }) => void (await access.endGrants(ctx, userIds)))
}
