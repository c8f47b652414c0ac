import { guidanceCalls } from '@portal/contract/guidance/guidance'
import type { Routes } from '../../kernel/serve.ts'
import * as guidance from './guidance.handler.ts'

export const guidanceRoutes: Routes = (on) => {
  on(guidanceCalls.search, guidance.search)
  on(guidanceCalls.list, guidance.list)
  on(guidanceCalls.export, guidance.exportList)
  on(guidanceCalls.get, guidance.get)
  on(guidanceCalls.create, guidance.create)
  on(guidanceCalls.change, guidance.change, { keeps: 'guidance' })
  on(guidanceCalls.remove, guidance.remove)
}
