import { downloadCalls } from '@portal/contract/download/download'
import type { Routes } from '../../kernel/serve.ts'
import * as download from './download.handler.ts'

export const downloadRoutes: Routes = (on) => {
  on(downloadCalls.categories, download.listCategories)
  on(downloadCalls.resources, download.listResources)
  on(downloadCalls.exportResources, download.exportResources)
  on(downloadCalls.count, download.count)
  on(downloadCalls.upload, download.uploadTo(2))
  on(downloadCalls.saveCategory, download.saveCategory, { keeps: 'download_category' })
  on(downloadCalls.removeCategory, download.removeCategory)
  on(downloadCalls.change, download.change, { keeps: 'download' })
  on(downloadCalls.replace, download.replace)
  on(downloadCalls.remove, download.remove)
  on(downloadCalls.uploadPolicy, download.uploadTo(1))
  on(downloadCalls.uploadHelp, download.uploadTo(3))
  on(downloadCalls.helpResources, download.listHelpResources)
  on(downloadCalls.saveHelpCategory, download.saveHelpCategory, { keeps: 'download_category' })
}
