import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { buildingCalls } from '@portal/contract/building/building'
import type { Reply } from '@portal/contract/kernel/call'
import { labCalls } from '@portal/contract/lab/lab'
import { makeQuery, defineRead, defineWrite } from '../../lib/query.ts'
import { makeFound } from '../../ui/form/found.ts'
import type { Found } from '../../ui/form/async-select.tsx'
import type { Option } from '../../ui/list/filters.tsx'
import { makeDeviceOption } from '../device/shared/device-options.ts'
import { useCodeOptions } from '../dictionary/shared/code-options.ts'
import { shownLabs } from './shown-labs.ts'

// Requests of the parts that change a lab.

export const useChangeLab = defineWrite(labCalls.change, shownLabs)
export const useChooseRooms = defineWrite(labCalls.chooseRooms, [...shownLabs, buildingCalls.rooms])

export const useMembers = defineRead(labCalls.members)
export const useAddMember = defineWrite(labCalls.addMember, [labCalls.members, ...shownLabs])
export const useRemoveMember = defineWrite(labCalls.removeMember, [labCalls.members, ...shownLabs])

export const useReviewers = defineRead(labCalls.reviewers)
export const useAddReviewer = defineWrite(labCalls.addReviewer, [labCalls.reviewers])
export const useRemoveReviewer = defineWrite(labCalls.removeReviewer, [labCalls.reviewers])

export const useImages = defineRead(labCalls.images)
export const useAddImage = defineWrite(labCalls.addImage, [labCalls.images])
export const useRemoveImage = defineWrite(labCalls.removeImage, [labCalls.images])

export const useTypeOptions = (): Option[] => useCodeOptions('lab_type')
export const useGradeOptions = (): Option[] => useCodeOptions('lab_grade')

type Tree = Reply<typeof buildingCalls.tree>
const listRooms = (tree: Tree) =>
  tree.flatMap((b) => b.children.map((r) => ({ value: r.id, label: `${b.label} ${r.label}` })))
const NONE: Tree = []
/** Rooms whose building and number match the text; without text the first few. */
export function useRoomOptions(keyword: string): Found {
  const query = useQuery({
    ...makeQuery(buildingCalls.tree, { query: { keyword } }),
    staleTime: 60_000,
  })
  return makeFound(query, listRooms)
}
/** The names of these rooms in the same order; until loaded, their ids, so that no chosen room is lost. */
export function useRoomNames(ids: readonly number[]): { value: number; label: string }[] {
  const wanted = ids.toSorted((a, b) => a - b).join()
  const { data } = useQuery({
    ...makeQuery(buildingCalls.tree, { query: { ids: wanted } }),
    enabled: wanted !== '',
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
  const names = new Map(listRooms(data ?? NONE).map((r) => [r.value, r.label]))
  return ids.map((value) => ({ value, label: names.get(value) ?? `房间 ${value}` }))
}

/** Devices of a lab whose name contains the text. */
export function useLabDeviceOptions(labId: number, keyword: string): Found {
  const query = useQuery(makeQuery(labCalls.devices, { query: { id: labId, keyword, page: 0, size: 20 } }))
  return makeFound(query, ({ items }) => items.map(makeDeviceOption))
}
