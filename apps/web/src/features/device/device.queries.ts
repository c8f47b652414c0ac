import { useQueries, useQuery } from '@tanstack/react-query'
import { deptCalls } from '@portal/contract/dept/dept'
import { deviceCalls } from '@portal/contract/device/device'
import { labCalls } from '@portal/contract/lab/lab'
import { openingCalls, type AvailabilityRow } from '@portal/contract/opening/opening'
import { joinAnswers, splitAsked } from '../../lib/hints.ts'
import { useUser } from '../../lib/session.ts'
import { defineList, makeQuery, defineRead, defineWrite } from '../../lib/query.ts'
import { listTree, type TreeNode } from '../../ui/list/options.ts'

export const useSharedDevices = defineList(deviceCalls.shared)
export const useMyDevices = defineList(deviceCalls.my)
export const useFavorites = defineList(deviceCalls.favoritePage)
export const useDevice = defineRead(deviceCalls.info)
export const useRank = defineRead(deviceCalls.rank)

const favourites = [deviceCalls.favoritePage, deviceCalls.favorites, deviceCalls.info, labCalls.detail]
export const useAddFavorite = defineWrite(deviceCalls.addFavorite, favourites)
export const useRemoveFavorite = defineWrite(deviceCalls.removeFavorite, favourites)

/** The user's favourites: the id of each mark by its device. */
export function useMarkedDevices(): ReadonlyMap<number, number> | undefined {
  const { data } = useQuery({
    ...makeQuery(deviceCalls.favorites, { query: { kind: 'device' } }),
    enabled: useUser() !== null,
    staleTime: 60_000,
  })
  return data && new Map(data.map((f) => [f.target.id, f.id]))
}

/**
 * How busy devices are on a day (default today); null: there is no answer. Only a hint, so no part of the
 * page waits for it.
 */
export function useAvailability(
  deviceIds: readonly number[],
  day?: string,
): ReadonlyMap<number, AvailabilityRow | null> {
  const asked = splitAsked(deviceIds)
  const answers = useQueries({
    queries: asked.map((ids) => ({
      ...makeQuery(openingCalls.availability, { query: { deviceIds: ids.join(','), ...(day && { day }) } }),
      staleTime: 30_000,
    })),
  })
  return joinAnswers<AvailabilityRow>(asked, answers)
}

export interface TreeOption {
  value: string
  label: string
}
const listByText = (nodes: readonly TreeNode[]): TreeOption[] =>
  listTree(nodes).map(({ value, label }) => ({ value: String(value), label }))
const LONG = 600_000
export function useFilterOptions(): { depts: TreeOption[]; categories: TreeOption[]; labs: TreeOption[] } {
  const depts = useQuery({ ...makeQuery(deptCalls.tree, { query: { enabled: 'true' } }), staleTime: LONG })
  const categories = useQuery({ ...makeQuery(deviceCalls.categoryTree), staleTime: LONG })
  const labs = useQuery({ ...makeQuery(deviceCalls.labs, {}), staleTime: LONG })
  return {
    depts: listByText(depts.data?.content ?? []),
    categories: listByText(categories.data ?? []),
    labs: (labs.data ?? []).map((l) => ({ value: String(l.id), label: `${l.name}（${l.devices}）` })),
  }
}
export const useDeptFilter = (): TreeOption[] => useFilterOptions().depts
export const useCategoryFilter = (): TreeOption[] => useFilterOptions().categories
