import { useQueries } from '@tanstack/react-query'
import { useRatingCalls, type DeviceAverage } from '@portal/contract/use-rating/use-rating'
import { joinAnswers, splitAsked } from '../../lib/hints.ts'
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

/** Average ratings. Only a hint, so no part of the page waits for them. */
export function useAverages(deviceIds: readonly number[]): ReadonlyMap<number, DeviceAverage | null> {
  const asked = splitAsked(deviceIds)
  const answers = useQueries({
    queries: asked.map((ids) => ({
      ...makeQuery(useRatingCalls.averages, { query: { deviceIds: ids.join(',') } }),
      staleTime: 60_000,
    })),
  })
  return joinAnswers<DeviceAverage>(asked, answers)
}
