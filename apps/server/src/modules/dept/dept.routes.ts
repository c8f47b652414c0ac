import { deptCalls } from '@portal/contract/dept/dept'
import type { Routes } from '../../kernel/serve.ts'
import * as dept from './dept.service.ts'

export const deptRoutes: Routes = (on) => {
  on(deptCalls.tree, dept.tree)
  on(deptCalls.list, dept.list)
  on(deptCalls.create, dept.create)
  on(deptCalls.change, dept.change)
  on(deptCalls.remove, dept.remove)
}
