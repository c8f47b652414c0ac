import { buildingCalls } from '@portal/contract/building/building'
import { campusMapCalls } from '@portal/contract/campus-map/campus-map'
import type { Routes } from '../../kernel/serve.ts'
import * as building from './building.handler.ts'
import * as map from './campus-map.handler.ts'
import * as room from './room.handler.ts'
import * as sheets from './sheet.handler.ts'

export const buildingRoutes: Routes = (on) => {
  on(buildingCalls.list, building.list)
  on(buildingCalls.tree, building.showTree)
  on(buildingCalls.area, building.showArea)
  on(buildingCalls.campuses, building.listCampuses)
  on(buildingCalls.add, building.add)
  on(buildingCalls.change, building.change, { keeps: building.loadUnchanged })
  on(buildingCalls.remove, building.remove)
  on(buildingCalls.addImage, building.addImage)
  on(buildingCalls.removeImage, building.removeImage)
  on(buildingCalls.template, sheets.showTemplate)
  on(buildingCalls.upload, sheets.upload)
  on(buildingCalls.export, sheets.exportBuildings)
  on(buildingCalls.labRooms, room.listLabRooms)
  on(buildingCalls.room, room.showRoom)
  on(buildingCalls.rooms, room.list)
  on(buildingCalls.addRoom, room.add)
  on(buildingCalls.changeRoom, room.change, { keeps: 'room' })
  on(buildingCalls.removeRoom, room.remove)
  on(buildingCalls.exportRooms, sheets.exportRooms)
  on(buildingCalls.addRoomImage, room.addImage)
  on(buildingCalls.removeRoomImage, room.removeImage)
  on(campusMapCalls.list, map.list)
  on(campusMapCalls.get, map.get)
  on(campusMapCalls.buildings, map.listBuildings)
  on(campusMapCalls.devices, map.listDevices)
  on(campusMapCalls.upload, map.upload)
  on(campusMapCalls.remove, map.remove)
  on(campusMapCalls.pin, map.pin)
}
