import { deviceCalls } from '@portal/contract/device/device'
import { deviceManageCalls as manageCalls } from '@portal/contract/device/manage'
import type { Routes } from '../../kernel/serve.ts'
import * as category from './category.handler.ts'
import * as device from './device.handler.ts'
import { exportList } from './export.handler.ts'
import * as favorite from './favorite.handler.ts'
import * as image from './image.handler.ts'
import * as manage from './manage.handler.ts'
import * as search from './search.handler.ts'
import * as use from './use.handler.ts'

export const deviceRoutes: Routes = (on) => {
  for (const call of [deviceCalls.list, deviceCalls.query]) on(call, search.list)
  for (const call of [deviceCalls.shared, deviceCalls.shareList]) on(call, search.shared)
  for (const call of [deviceCalls.my, deviceCalls.myDeviceList, deviceCalls.personal]) on(call, search.my)
  for (const call of [deviceCalls.detail, deviceCalls.deviceInfo]) on(call, device.detail)
  on(deviceCalls.ofLab, search.ofLab)
  on(deviceCalls.info, device.info)
  on(deviceCalls.valid, device.valid)
  on(deviceCalls.labs, device.labs)
  on(deviceCalls.tags, device.tags)
  for (const call of [deviceCalls.create, manageCalls.add]) on(call, device.create)
  for (const call of [deviceCalls.change, manageCalls.update]) on(call, device.change, { keeps: 'device' })
  on(manageCalls.changeBase, device.changeBase, { keeps: device.loadUnchanged })
  on(manageCalls.changeDetails, device.changeDetails, { keeps: device.loadUnchanged })
  on(manageCalls.manageList, manage.list)
  on(manageCalls.export, exportList)
  on(manageCalls.operate, manage.operate)
  on(manageCalls.operateMany, manage.operateMany)
  on(manageCalls.examineList, manage.examineList)
  on(manageCalls.categories, category.counted)
  on(manageCalls.exportCategories, category.exportCategories)
  on(manageCalls.saveCategory, category.saveCategory, { keeps: 'device_category' })
  on(manageCalls.removeCategory, category.removeCategory)
  on(manageCalls.saveItem, category.saveItem, { keeps: 'device_category' })
  on(manageCalls.removeItem, category.removeItem)
  on(deviceCalls.remove, device.remove)
  on(deviceCalls.addImage, image.addImage)
  on(deviceCalls.removeImage, image.removeImage)
  on(deviceCalls.chooseCover, image.chooseCover)
  on(deviceCalls.homepage, use.homepage)
  on(deviceCalls.rank, use.rank)
  on(deviceCalls.categoryTree, category.tree)
  on(deviceCalls.categorySearch, category.search)
  on(deviceCalls.favorites, favorite.favorites)
  on(deviceCalls.favoritePage, favorite.favoritePage)
  on(deviceCalls.addFavorite, favorite.addFavorite)
  on(deviceCalls.removeFavorite, favorite.removeFavorite)
}
