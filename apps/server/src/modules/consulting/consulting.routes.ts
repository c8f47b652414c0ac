import { consultingCalls } from '@portal/contract/consulting/consulting'
import type { Routes } from '../../kernel/serve.ts'
import * as consulting from './consulting.handler.ts'

export const consultingRoutes: Routes = (on) => {
  on(consultingCalls.categories, consulting.listCategories)
  on(consultingCalls.list, consulting.list)
  on(consultingCalls.export, consulting.exportList)
  on(consultingCalls.info, consulting.get)
  on(consultingCalls.ask, consulting.ask)
  on(consultingCalls.answer, consulting.answer)
  on(consultingCalls.remove, consulting.remove)
  on(consultingCalls.saveCategory, consulting.saveCategory, { keeps: consulting.loadUnchanged })
  on(consultingCalls.removeCategory, consulting.removeCategory)
}
