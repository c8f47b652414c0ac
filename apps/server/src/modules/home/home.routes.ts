import { homeCalls } from '@portal/contract/home/home'
import type { Routes } from '../../kernel/serve.ts'
import * as home from './home.service.ts'

export const homeRoutes: Routes = (on) => {
  on(homeCalls.get, home.get)
  on(homeCalls.hero, home.hero)
}
