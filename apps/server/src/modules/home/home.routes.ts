import { carouselCalls } from '@portal/contract/carousel/carousel'
import { downloadCalls } from '@portal/contract/download/download'
import { homeCalls } from '@portal/contract/home/home'
import { labCalls } from '@portal/contract/lab/lab'
import { noticeCalls } from '@portal/contract/notice/notice'
import { listWrites } from '../../kernel/cache.ts'
import type { Routes } from '../../kernel/serve.ts'
import * as home from './home.handler.ts'

export const homeRoutes: Routes = (on) => {
  on(homeCalls.get, home.get, {
    tables: ['carousel', 'notice', 'lab', 'dept', 'download', 'download_category'],
    slowly: { tables: ['device'], seconds: 3 },
    calls: [noticeCalls, carouselCalls, downloadCalls, labCalls].flatMap(listWrites),
  })
  on(homeCalls.hero, home.showHero)
}
