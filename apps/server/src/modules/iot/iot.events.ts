import { listen } from '../../kernel/events.ts'
import type {} from '../booking/booking.events.ts'
import type {} from '../device/device.events.ts'
import type {} from '../people/people.events.ts'
import { registerImport } from '../bulk/bulk.service.ts'
import * as access from './access.store.ts'
import { gatewayImport } from './gateway.import.ts'
import { noteAll, noteDevice, notePeople } from './list.action.ts'
import { unitImport } from './unit.import.ts'

export function iotListeners(): void {
  registerImport(gatewayImport)
  registerImport(unitImport)
  listen('booking.changed', (ctx, { deviceId }) => noteDevice(ctx, deviceId))
  // Its switches stay on to the end that is asked for, which may be nearer than the next look at all lists.
  listen('booking.extension_asked', (ctx, { deviceId }) => noteDevice(ctx, deviceId))
  listen('device.moved', async (ctx) => void (await noteAll(ctx)))
  // Their cards and their grants end with their accounts.
  listen('people.left', async (ctx, { userIds }) => {
    await access.unbindUsers(ctx, userIds)
    // By their grants it is known whose lists are meant.
    await notePeople(ctx, userIds)
    await access.endGrants(ctx, userIds)
  })
  // Of those who left before grants ended with an account, too: nobody decided that they enter again.
  listen('people.returned', async (ctx, { userIds }) => void (await access.endGrants(ctx, userIds)))
}
