import { qualificationCalls } from '@portal/contract/qualification/qualification'
import type { Routes } from '../../kernel/serve.ts'
import * as qualification from './qualification.handler.ts'

export const qualificationRoutes: Routes = (on) => {
  on(qualificationCalls.list, qualification.list)
  on(qualificationCalls.export, qualification.exportList)
  on(qualificationCalls.grant, qualification.grant)
  on(qualificationCalls.withdraw, qualification.withdraw)
  on(qualificationCalls.mine, qualification.listMine)
}
