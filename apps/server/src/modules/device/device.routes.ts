import { deviceCalls } from '@portal/contract/device/device'
import type { Routes } from '../../kernel/serve.ts'
import * as device from './device.service.ts'
import * as favorite from './favorite.service.ts'
import * as image from './image.service.ts'
import * as search from './search.service.ts'
import * as use from './use.service.ts'

export const deviceRoutes: Routes = (on) => {
  for (const call of [deviceCalls.list, deviceCalls.query, deviceCalls.maintainList]) on(call, search.list)
  for (const call of [deviceCalls.shared, deviceCalls.shareList]) on(call, search.shared)
  for (const call of [deviceCalls.my, deviceCalls.myDeviceList, deviceCalls.personal]) on(call, search.my)
  for (const call of [deviceCalls.detail, deviceCalls.deviceInfo]) on(call, device.detail)
  on(deviceCalls.ofLab, search.ofLab)
  on(deviceCalls.info, device.info)
  on(deviceCalls.valid, device.valid)
  on(deviceCalls.labs, device.labs)
  on(deviceCalls.tags, device.tags)
  on(deviceCalls.create, device.create)
  on(deviceCalls.change, device.change)
  on(deviceCalls.remove, device.remove)
  on(deviceCalls.addImage, image.addImage)
  on(deviceCalls.removeImage, image.removeImage)
  on(deviceCalls.chooseCover, image.chooseCover)
  on(deviceCalls.homepage, use.homepage)
  on(deviceCalls.rank, use.rank)
  on(deviceCalls.categoryTree, device.categoryTree)
  on(deviceCalls.categorySearch, device.categorySearch)
  on(deviceCalls.favorites, favorite.favorites)
  on(deviceCalls.favoritePage, favorite.favoritePage)
  on(deviceCalls.addFavorite, favorite.addFavorite)
  on(deviceCalls.removeFavorite, favorite.removeFavorite)
}
