import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { buildingCalls } from '@portal/contract/building/building'
import { campusMapCalls } from '@portal/contract/campus-map/campus-map'
import { listOf, queryOf, readOf, renew, saveOf, writeOf } from '../../lib/query.ts'
import type { Option } from '../../ui/list/filters.tsx'

const LONG = 600_000
const buildings = [buildingCalls.list, buildingCalls.tree, buildingCalls.campuses, campusMapCalls.buildings]
export const useBuildings = listOf(buildingCalls.list)
export const useAddBuilding = writeOf(buildingCalls.add, buildings)
export const useChangeBuilding = writeOf(buildingCalls.change, buildings)
export const useRemoveBuilding = writeOf(buildingCalls.remove, buildings)
export const useAddBuildingImage = writeOf(buildingCalls.addImage, buildings)
export const useRemoveBuildingImage = writeOf(buildingCalls.removeImage, buildings)
export const saveBuildings = saveOf(buildingCalls.export, '楼宇.xlsx')
export const renewBuildings = () => renew(buildings)
export const useCampuses = readOf(buildingCalls.campuses)

const rooms = [buildingCalls.rooms, buildingCalls.room, buildingCalls.list, buildingCalls.tree]
export const useRooms = listOf(buildingCalls.rooms)
export const useRoom = readOf(buildingCalls.room)
export const useAddRoom = writeOf(buildingCalls.addRoom, rooms)
export const useChangeRoom = writeOf(buildingCalls.changeRoom, rooms)
export const useRemoveRoom = writeOf(buildingCalls.removeRoom, rooms)
export const useAddRoomImage = writeOf(buildingCalls.addRoomImage, rooms)
export const useRemoveRoomImage = writeOf(buildingCalls.removeRoomImage, rooms)
export const saveRooms = saveOf(buildingCalls.exportRooms, '房间.xlsx')
export const renewRooms = () => renew(rooms)

export function useCampusOptions(): Option[] {
  const { data } = useQuery({ ...queryOf(buildingCalls.campuses), staleTime: LONG })
  return (data ?? []).map((campus) => ({ value: campus, label: campus }))
}
/** Every building by name. */
export function useBuildingOptions(): Option[] {
  const { data } = useQuery({ ...queryOf(campusMapCalls.buildings, {}), staleTime: LONG })
  return (data ?? []).map((b) => ({ value: b.id, label: b.name }))
}

export const useMaps = readOf(campusMapCalls.list)
export const useMap = readOf(campusMapCalls.get)
export const useUploadMap = writeOf(campusMapCalls.upload, [
  campusMapCalls.list,
  campusMapCalls.get,
  campusMapCalls.buildings,
  buildingCalls.campuses,
])
export const useRemoveMap = writeOf(campusMapCalls.remove, [campusMapCalls.list])
export const usePin = writeOf(campusMapCalls.pin, [campusMapCalls.buildings, buildingCalls.list])
export const useMapDevices = readOf(campusMapCalls.devices)
/** The last answer stays while the next one comes. */
export const useMapBuildings = (query: { keyword?: string | undefined; campus?: string | undefined }) =>
  useQuery({
    ...queryOf(campusMapCalls.buildings, { query }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
