import { useEntryCalls } from '@portal/contract/use-entry/use-entry'
import type { Routes } from '../../kernel/serve.ts'
import * as entry from './entry.handler.ts'
import * as list from './list.handler.ts'

export const useEntryRoutes: Routes = (on) => {
  on(useEntryCalls.list, list.list)
  on(useEntryCalls.export, list.exportList)
  on(useEntryCalls.devices, list.listDevices)
  on(useEntryCalls.get, list.get)
  on(useEntryCalls.judge, entry.judge)
  on(useEntryCalls.attach, entry.attach)
  on(useEntryCalls.create, entry.create)
  on(useEntryCalls.revoke, entry.revoke)
}
