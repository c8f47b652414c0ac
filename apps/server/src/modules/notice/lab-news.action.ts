import type { Ctx } from '../../kernel/ctx.ts'
import * as files from '../file/file.service.ts'
import { mayEdit } from '../lab/lab.rules.ts'
import { findStanding } from '../lab/lab.service.ts'
import { isPublic } from './lab-news.rules.ts'
import * as store from './lab-news.store.ts'
import { PICTURES } from './notice.rules.ts'

/** Every signed-in person may read public news; other news only the editors of the lab. */
export async function mayReadNews(ctx: Ctx, id: number): Promise<boolean> {
  const news = await store.find(ctx.db, id, ctx.now)
  return (
    news !== undefined &&
    (isPublic(news, ctx.now) ||
      mayEdit('intro', ctx.me.permissions, (await findStanding(ctx, news.lab.id)).roles))
  )
}

/** Removes the news of a lab that is being removed. */
export const removeNews = async (ctx: Ctx, labId: number): Promise<void> =>
  files.removeFiles(ctx, [PICTURES], await store.removeOfLab(ctx, labId))
