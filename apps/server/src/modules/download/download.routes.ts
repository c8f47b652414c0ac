import { downloadCalls } from '@portal/contract/download/download'
import type { Routes } from '../../kernel/serve.ts'
import * as download from './download.service.ts'

export const downloadRoutes: Routes = (on) => {
  on(downloadCalls.categories, download.categories)
  on(downloadCalls.resources, download.resources)
  on(downloadCalls.count, download.count)
}
