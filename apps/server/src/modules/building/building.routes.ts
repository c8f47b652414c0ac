import { buildingCalls } from '@portal/contract/building/building'
import type { Routes } from '../../kernel/serve.ts'
import * as building from './building.service.ts'

export const buildingRoutes: Routes = (on) => {
  on(buildingCalls.list, building.list)
  on(buildingCalls.tree, building.tree)
  on(buildingCalls.area, building.area)
  on(buildingCalls.labRooms, building.labRooms)
  on(buildingCalls.room, building.room)
}
