import { carouselCalls } from '@portal/contract/carousel/carousel'
import { downloadCalls } from '@portal/contract/download/download'
import { homeCalls } from '@portal/contract/home/home'
import { noticeCalls } from '@portal/contract/notice/notice'
import { writesOf } from '../../kernel/cache.ts'
import type { Routes } from '../../kernel/serve.ts'
import * as home from './home.service.ts'

export const homeRoutes: Routes = (on) => {
  on(homeCalls.get, home.get, { tables: ['carousel', 'notice'], calls: [...writesOf(noticeCalls), ...writesOf(carouselCalls), ...writesOf(downloadCalls)] })
  on(homeCalls.hero, home.hero)
}
