import { useQuery } from '@tanstack/react-query'
import { MOST_TRENDS, trendCalls, type Utilisation } from '@portal/contract/statistics/trend'
import type { Failure } from '../../lib/failure.ts'
import { defineRead, makeKey } from '../../lib/query.ts'
import { send } from '../../lib/send.ts'

export const useLabTrend = defineRead(trendCalls.labTrend)

export interface Trend {
  months: readonly string[]
  minutes: readonly number[]
  utilisation: Utilisation
}
type Heard = (trends: Promise<ReadonlyMap<number, Trend>>) => void
let asked = new Map<number, Heard[]>()

/** Collects the devices that all rows request in one tick into one call. */
function readTrend(deviceId: number): Promise<Trend | null> {
  return new Promise((resolve, reject) => {
    if (asked.size === 0) setTimeout(sendAsked)
    const heard: Heard = (trends) =>
      trends.then(
        (known) => resolve(known.get(deviceId) ?? null),
        (error: unknown) => reject(error as Error),
      )
    asked.set(deviceId, [...(asked.get(deviceId) ?? []), heard])
  })
}
function sendAsked(): void {
  const all = [...asked]
  asked = new Map()
  for (let i = 0; i < all.length; i += MOST_TRENDS) {
    const some = all.slice(i, i + MOST_TRENDS)
    const trends = askFor(some.map(([id]) => id))
    for (const [, heard] of some) for (const hear of heard) hear(trends)
  }
}
async function askFor(ids: readonly number[]): Promise<ReadonlyMap<number, Trend>> {
  const { months, devices } = await send(trendCalls.deviceTrends, {
    query: { deviceIds: ids.join(',') },
    quiet: true,
  })
  return new Map(
    devices.map(({ deviceId, minutes, utilisation }) => [deviceId, { months, minutes, utilisation }]),
  )
}

/** Null if the user may not see it. */
export const useDeviceTrend = (deviceId: number) =>
  useQuery<Trend | null, Failure>({
    queryKey: [...makeKey(trendCalls.deviceTrends), deviceId],
    queryFn: () => readTrend(deviceId),
    staleTime: 300_000,
  })
