import { listSettingCalls } from '@portal/contract/list-setting/list-setting'
import type { Routes } from '../../kernel/serve.ts'
import * as setting from './list-setting.handler.ts'

export const listSettingRoutes: Routes = (on) => {
  on(listSettingCalls.list, setting.list)
  on(listSettingCalls.save, setting.save)
  on(listSettingCalls.reset, setting.reset)
}
