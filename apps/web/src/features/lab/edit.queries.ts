import { useQuery } from '@tanstack/react-query'
import { buildingCalls } from '@portal/contract/building/building'
import { labCalls } from '@portal/contract/lab/lab'
import { queryOf, readOf, writeOf } from '../../lib/query.ts'
import type { Option } from '../../ui/list/filters.tsx'
import { useCodeOptions } from '../dictionary/shared/code-options.ts'

// What the parts that change a lab ask the server.

const shown = [labCalls.detail, labCalls.get, labCalls.managed, labCalls.my, labCalls.list, labCalls.search]
export const useChangeLab = writeOf(labCalls.change, shown)
export const useChooseRooms = writeOf(labCalls.chooseRooms, [...shown, buildingCalls.rooms])

export const useMembers = readOf(labCalls.members)
export const useAddMember = writeOf(labCalls.addMember, [labCalls.members, ...shown])
export const useRemoveMember = writeOf(labCalls.removeMember, [labCalls.members, ...shown])
export const useSetMemberPhone = writeOf(labCalls.memberPhone, [labCalls.members])

export const useReviewers = readOf(labCalls.reviewers)
export const useAddReviewer = writeOf(labCalls.addReviewer, [labCalls.reviewers])
export const useRemoveReviewer = writeOf(labCalls.removeReviewer, [labCalls.reviewers])

export const useImages = readOf(labCalls.images)
export const useAddImage = writeOf(labCalls.addImage, [labCalls.images])
export const useRemoveImage = writeOf(labCalls.removeImage, [labCalls.images])

export const useTypeOptions = (): Option[] => useCodeOptions('lab_type')
export const useGradeOptions = (): Option[] => useCodeOptions('lab_grade')

export interface RoomGroup {
  label: string
  options: Option[]
}
/** Rooms under their buildings. */
export function useRoomGroups(): RoomGroup[] {
  const { data } = useQuery({ ...queryOf(buildingCalls.tree, {}), staleTime: 60_000 })
  return (data ?? []).filter((b) => b.children.length > 0).map((b) => ({ label: b.label, options: b.children.map((r) => ({ value: r.id, label: `${b.label} ${r.label}` })) }))
}

/** Devices of a lab whose name holds the words. */
export function useLabDeviceOptions(labId: number, keyword: string): { options: Option[]; busy: boolean } {
  const { data, isFetching } = useQuery(queryOf(labCalls.devices, { query: { id: labId, keyword, page: 0, size: 20 } }))
  return { options: (data?.items ?? []).map((d) => ({ value: d.id, label: `${d.name}（${d.serialId}）` })), busy: isFetching }
}
