import { useQuery } from '@tanstack/react-query'
import { useRatingCalls, type DeviceAverage } from '@portal/contract/use-rating/use-rating'
import { defineList, makeQuery, defineRead, defineSave, defineWrite } from '../../lib/query.ts'

export const useRatingOfUse = defineRead(useRatingCalls.get)
export const useRate = defineWrite(useRatingCalls.rate, [
  useRatingCalls.get,
  useRatingCalls.unrated,
  useRatingCalls.averages,
  useRatingCalls.list,
])
export const useRatings = defineList(useRatingCalls.list)
export const saveRatings = defineSave(useRatingCalls.export, '仪器用户评价.xlsx')
export const useUnrated = defineRead(useRatingCalls.unrated)

/** The most devices per request. */
const ASKED = 100
/** Average ratings. Only a hint, so no part of the page waits for them. */
export function useAverages(deviceIds: readonly number[]): ReadonlyMap<number, DeviceAverage> {
  const asked = deviceIds.slice(0, ASKED)
  const { data } = useQuery({
    ...makeQuery(useRatingCalls.averages, { query: { deviceIds: asked.join(',') } }),
    enabled: asked.length > 0,
    staleTime: 60_000,
  })
  return new Map(data?.map((row) => [row.deviceId, row]))
}
