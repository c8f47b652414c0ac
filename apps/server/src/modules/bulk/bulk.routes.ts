import { bulkCalls } from '@portal/contract/bulk/bulk'
import type { Routes } from '../../kernel/serve.ts'
import * as bulk from './bulk.handler.ts'

export const bulkRoutes: Routes = (on) => {
  on(bulkCalls.template, bulk.template)
  on(bulkCalls.upload, bulk.upload)
  on(bulkCalls.get, bulk.get)
  on(bulkCalls.rows, bulk.listRows)
  on(bulkCalls.badRows, bulk.exportBadRows)
  on(bulkCalls.commit, bulk.commit)
  on(bulkCalls.discard, bulk.discard)
}
