import { labNewsCalls } from '@portal/contract/notice/lab-news'
import type { Routes } from '../../kernel/serve.ts'
import * as labNews from './lab-news.handler.ts'

export const labNewsRoutes: Routes = (on) => {
  on(labNewsCalls.list, labNews.list)
  on(labNewsCalls.get, labNews.get)
  on(labNewsCalls.save, labNews.save, { keeps: 'notice' })
  on(labNewsCalls.setState, labNews.setState)
  on(labNewsCalls.remove, labNews.remove)
}
