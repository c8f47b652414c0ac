import { resourceCalls } from '@portal/contract/resource/resource'
import type { Routes } from '../../kernel/serve.ts'
import * as category from './category.handler.ts'
import * as resource from './resource.handler.ts'

export const resourceRoutes: Routes = (on) => {
  on(resourceCalls.list, resource.list)
  on(resourceCalls.categories, category.listCategories)
  on(resourceCalls.saveCategory, category.saveCategory, { keeps: 'resource_category' })
  on(resourceCalls.removeCategory, category.removeCategory)
  on(resourceCalls.upload, resource.upload)
  on(resourceCalls.ofDevice, resource.listOfDevice)
  on(resourceCalls.uploadForDevice, resource.uploadForDevice)
  on(resourceCalls.change, resource.change, { keeps: 'resource' })
  on(resourceCalls.remove, resource.remove)
}
