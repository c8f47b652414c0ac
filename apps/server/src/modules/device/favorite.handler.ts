import type { FavoriteKind, deviceCalls } from '@portal/contract/device/device'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound } from '../../kernel/refuse.ts'
import { findStanding } from '../lab/lab.service.ts'
import { requireSeen } from './access.action.ts'
import * as store from './favorite.store.ts'

const MAX_LIST = 500

async function readPage(ctx: Ctx, kind: FavoriteKind | undefined, page: { page: number; size: number }) {
  const { items, total } = await store.list(ctx.db, ctx.me.id, kind ?? null, page)
  return {
    items: items.map(({ targetId, name, serialId, ...row }) => ({
      ...row,
      target: { id: targetId, name, serialId },
    })),
    total,
  }
}

export const listFavorites = async (ctx: Ctx, { query }: Parsed<typeof deviceCalls.favorites>) =>
  (await readPage(ctx, query.kind, { page: 0, size: MAX_LIST })).items
export const listFavoritePage = (ctx: Ctx, { query }: Parsed<typeof deviceCalls.favoritePage>) =>
  readPage(ctx, query.kind, query)

export async function addFavorite(ctx: Ctx, { body }: Parsed<typeof deviceCalls.addFavorite>) {
  await (body.kind === 'device' ? requireSeen(ctx, body.targetId) : findStanding(ctx, body.targetId))
  return store.add(ctx, body.kind, body.targetId)
}

export async function removeFavorite(ctx: Ctx, { params }: Parsed<typeof deviceCalls.removeFavorite>) {
  if (!(await store.remove(ctx, params.id))) throw notFound('收藏')
  return null
}
