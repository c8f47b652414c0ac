import { listen } from '../../kernel/events.ts'
import type {} from '../booking/booking.events.ts'
import type {} from '../device/device.events.ts'
import type {} from '../people/people.events.ts'
import * as access from './access.store.ts'
import { noteAll, noteDevice, notePeople } from './list.action.ts'

export function iotListeners(): void {
  listen('booking.changed', (ctx, { deviceId }) => noteDevice(ctx, deviceId))
  listen('device.moved', async (ctx) => void (await noteAll(ctx)))
  // Their cards and their grants end with their accounts.
  listen('people.left', async (ctx, { userIds }) => {
    await access.unbindUsers(ctx, userIds)
    await notePeople(ctx, userIds)
  })
}
