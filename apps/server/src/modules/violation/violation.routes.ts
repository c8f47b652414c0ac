import { violationCalls } from '@portal/contract/violation/violation'
import type { Routes } from '../../kernel/serve.ts'
import { appeal, decide, exportList, list } from './violation.handler.ts'

export const violationRoutes: Routes = (on) => {
  on(violationCalls.list, list)
  on(violationCalls.export, exportList)
  on(violationCalls.appeal, appeal)
  on(violationCalls.decide, decide)
}
