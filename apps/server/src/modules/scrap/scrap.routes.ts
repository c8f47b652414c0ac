import { scrapCalls } from '@portal/contract/asset/scrap'
import type { Routes } from '../../kernel/serve.ts'
import * as scrap from './scrap.handler.ts'

export const scrapRoutes: Routes = (on) => {
  on(scrapCalls.scraps, scrap.list)
  on(scrapCalls.exportScraps, scrap.exportList)
  on(scrapCalls.scrap, scrap.get)
  on(scrapCalls.draftScrap, scrap.draft)
  on(scrapCalls.changeScrap, scrap.change, { keeps: scrap.loadUnchanged })
  on(scrapCalls.submitScrap, scrap.submit)
  on(scrapCalls.decideScraps, scrap.decide)
  on(scrapCalls.cancelScrap, scrap.cancel)
  on(scrapCalls.dispose, scrap.dispose)
  on(scrapCalls.correctDisposal, scrap.correctDisposal)
}
