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
  for (const call of [deviceCalls.shared, deviceCalls.shareList]) on(call, search.listShared)
  for (const call of [deviceCalls.my, deviceCalls.myDeviceList, deviceCalls.personal])
    on(call, search.listMine)
  for (const call of [deviceCalls.detail, deviceCalls.deviceInfo]) on(call, device.showAskedFor)
  on(deviceCalls.ofLab, search.listOfLab)
  on(deviceCalls.info, device.showNamed)
  on(deviceCalls.valid, device.isEditable)
  on(deviceCalls.labs, device.listLabs)
  on(deviceCalls.tags, device.listTags)
  for (const call of [deviceCalls.create, manageCalls.add]) on(call, device.create)
  for (const call of [deviceCalls.change, manageCalls.update]) on(call, device.change, { keeps: 'device' })
  on(manageCalls.changeBase, device.changeBase, { keeps: device.keptDevice })
  on(manageCalls.changeDetails, device.changeDetails, { keeps: device.keptDevice })
  on(manageCalls.manageList, manage.list)
  on(manageCalls.export, exportList)
  on(manageCalls.operate, manage.operate)
  on(manageCalls.operateMany, manage.operateMany)
  on(manageCalls.examineList, manage.listExamined)
  on(manageCalls.categories, category.listCounted)
  on(manageCalls.exportCategories, category.exportCategories)
  on(manageCalls.saveCategory, category.saveCategory, { keeps: 'device_category' })
  on(manageCalls.removeCategory, category.removeCategory)
  on(manageCalls.saveItem, category.saveItem, { keeps: 'device_category' })
  on(manageCalls.removeItem, category.removeItem)
  on(deviceCalls.remove, device.remove)
  on(deviceCalls.addImage, image.addImage)
  on(deviceCalls.removeImage, image.removeImage)
  on(deviceCalls.chooseCover, image.chooseCover)
  on(deviceCalls.homepage, use.showHomepage)
  on(deviceCalls.rank, use.listRanked)
  on(deviceCalls.categoryTree, category.showTree)
  on(deviceCalls.categorySearch, category.searchCategories)
  on(deviceCalls.favorites, favorite.listFavorites)
  on(deviceCalls.favoritePage, favorite.listFavoritePage)
  on(deviceCalls.addFavorite, favorite.addFavorite)
  on(deviceCalls.removeFavorite, favorite.removeFavorite)
}
