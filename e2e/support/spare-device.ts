import { bookingCalls } from '@portal/contract/booking/calls'
import { deviceCalls } from '@portal/contract/device/device'
import { formCalls } from '@portal/contract/form/calls'
import { openingCalls } from '@portal/contract/opening/opening'
import { call, castDevices } from './people.ts'
import { findDayIn } from './select.ts'

const findInstantIn = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()

/** Days. The demo's instruments are older; those that stories buy or register are bought today, or never. */
const BOUGHT_LONG_AGO = 100

export interface SpareDevice {
  id: number
  name: string
  serialId: string
}
/**
 * Finds an open instrument of the cast's laboratory that has no form and belongs to no other story, so that a
 * form bound to it disturbs no other test, and that nobody has booked in these hours. Makes it bookable by
 * any student. Two files that run in parallel must use different ends.
 */
export async function findSpareDevice(
  end: 'first' | 'last',
  settings: { sampleDelivery?: true } = {},
): Promise<SpareDevice> {
  const known: readonly string[] = Object.values(castDevices).map((d) => d.serialId)
  const { items } = await call('labadmin', openingCalls.list, {
    query: { managed: 'true', opened: 'true', size: 100 },
  })
  const spare = items.filter(
    (o) =>
      o.settings?.enabled &&
      o.settings.selfOperated &&
      o.device.status === 'normal' &&
      o.device.shared &&
      !known.includes(o.device.serialId),
  )
  for (const { device } of end === 'first' ? spare : spare.toReversed()) {
    const query = { deviceId: device.id }
    const { boughtOn } = await call('labadmin', deviceCalls.info, { params: { id: device.serialId } })
    if (boughtOn === null || boughtOn > findDayIn(-BOUGHT_LONG_AGO)) continue
    if ((await call('labadmin', formCalls.bindings, { query })).length > 0) continue
    const around = { from: findInstantIn(-8), to: findInstantIn(2) }
    const { busy } = await call('labadmin', bookingCalls.week, { query: { ...query, ...around } })
    if (busy.length > 0) continue
    const { settings: before } = await call('labadmin', openingCalls.get, {
      params: { deviceId: device.id },
    })
    if (!before) continue
    await call('labadmin', openingCalls.change, {
      params: { deviceId: device.id },
      body: { ...before, qualificationRequired: false, admittedUserTypes: null, ...settings },
    })
    return device
  }
  throw new Error('the laboratory has an instrument that is open and asks nothing yet')
}
