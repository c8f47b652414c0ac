import { acceptanceCalls } from '@portal/contract/acceptance/acceptance'
import type { Routes } from '../../kernel/serve.ts'
import * as acceptance from './acceptance.handler.ts'
import * as work from './work.handler.ts'

export const acceptanceRoutes: Routes = (on) => {
  on(acceptanceCalls.list, acceptance.list)
  on(acceptanceCalls.counts, acceptance.count)
  on(acceptanceCalls.export, acceptance.exportList)
  on(acceptanceCalls.get, acceptance.get)
  on(acceptanceCalls.create, work.create)
  on(acceptanceCalls.change, work.change, { keeps: work.loadUnchanged })
  on(acceptanceCalls.addPictures, work.addPictures)
  on(acceptanceCalls.removePicture, work.removePicture)
  on(acceptanceCalls.submit, work.submit)
  on(acceptanceCalls.sign, work.sign)
  on(acceptanceCalls.audit, work.audit)
  on(acceptanceCalls.recall, work.recall)
  on(acceptanceCalls.cancel, work.cancel)
}
