import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { buildingCalls } from '@portal/contract/building/building'
import { campusMapCalls } from '@portal/contract/campus-map/campus-map'
import { defineList, makeQuery, defineRead, renew, defineSave, defineWrite } from '../../lib/query.ts'
import type { Option } from '../../ui/list/filters.tsx'

const LONG = 600_000
const buildings = [buildingCalls.list, buildingCalls.tree, buildingCalls.campuses, campusMapCalls.buildings]
export const useBuildings = defineList(buildingCalls.list)
export const useAddBuilding = defineWrite(buildingCalls.add, buildings)
export const useChangeBuilding = defineWrite(buildingCalls.change, buildings)
export const useRemoveBuilding = defineWrite(buildingCalls.remove, buildings)
export const useAddBuildingImage = defineWrite(buildingCalls.addImage, buildings)
export const useRemoveBuildingImage = defineWrite(buildingCalls.removeImage, buildings)
export const saveBuildings = defineSave(buildingCalls.export, '楼宇.xlsx')
export const renewBuildings = () => renew(buildings)
export const useCampuses = defineRead(buildingCalls.campuses)

const rooms = [buildingCalls.rooms, buildingCalls.room, buildingCalls.list, buildingCalls.tree]
export const useRooms = defineList(buildingCalls.rooms)
export const useRoom = defineRead(buildingCalls.room)
export const useAddRoom = defineWrite(buildingCalls.addRoom, rooms)
export const useChangeRoom = defineWrite(buildingCalls.changeRoom, rooms)
export const useRemoveRoom = defineWrite(buildingCalls.removeRoom, rooms)
export const useAddRoomImage = defineWrite(buildingCalls.addRoomImage, rooms)
export const useRemoveRoomImage = defineWrite(buildingCalls.removeRoomImage, rooms)
export const saveRooms = defineSave(buildingCalls.exportRooms, '房间.xlsx')
export const renewRooms = () => renew(rooms)

export function useCampusOptions(): Option[] {
  const { data } = useQuery({ ...makeQuery(buildingCalls.campuses), staleTime: LONG })
  return (data ?? []).map((campus) => ({ value: campus, label: campus }))
}
/** All buildings as options, by name. */
export function useBuildingOptions(): Option[] {
  const { data } = useQuery({ ...makeQuery(campusMapCalls.buildings, {}), staleTime: LONG })
  return (data ?? []).map((b) => ({ value: b.id, label: b.name }))
}

export const useMaps = defineRead(campusMapCalls.list)
export const useMap = defineRead(campusMapCalls.get)
export const useUploadMap = defineWrite(campusMapCalls.upload, [
  campusMapCalls.list,
  campusMapCalls.get,
  campusMapCalls.buildings,
  buildingCalls.campuses,
])
export const useRemoveMap = defineWrite(campusMapCalls.remove, [campusMapCalls.list])
export const usePin = defineWrite(campusMapCalls.pin, [campusMapCalls.buildings, buildingCalls.list])
export const useMapDevices = defineRead(campusMapCalls.devices)
/** The previous answer stays while the next one loads. */
export const useMapBuildings = (query: { keyword?: string | undefined; campus?: string | undefined }) =>
  useQuery({
    ...makeQuery(campusMapCalls.buildings, { query }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
