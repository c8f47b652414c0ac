import { guidanceCalls } from '@portal/contract/guidance/guidance'
import type { Routes } from '../../kernel/serve.ts'
import * as guidance from './guidance.service.ts'

export const guidanceRoutes: Routes = (on) => {
  on(guidanceCalls.search, guidance.search)
}
