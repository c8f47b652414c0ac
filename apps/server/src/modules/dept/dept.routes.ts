import { deptCalls } from '@portal/contract/dept/dept'
import { listWrites } from '../../kernel/cache.ts'
import type { Routes } from '../../kernel/serve.ts'
import * as dept from './dept.handler.ts'
import * as overview from './overview.handler.ts'

export const deptRoutes: Routes = (on) => {
  on(deptCalls.tree, dept.showTree, { tables: ['dept'], calls: listWrites(deptCalls) })
  on(deptCalls.list, dept.list)
  on(deptCalls.get, dept.get)
  on(deptCalls.create, dept.create)
  on(deptCalls.change, dept.change, { keeps: 'dept' })
  on(deptCalls.remove, dept.remove)
  on(deptCalls.place, dept.place)
  on(deptCalls.merge, dept.merge)
  on(deptCalls.export, dept.exportList)
  on(deptCalls.overviews, overview.listOverviews)
  on(deptCalls.duty, overview.showDuty)
  on(deptCalls.writeDuty, overview.writeDuty)
  on(deptCalls.contacts, overview.listContacts)
  on(deptCalls.saveContact, overview.saveContact, { keeps: 'dept_contact' })
  on(deptCalls.removeContact, overview.removeContact)
}
