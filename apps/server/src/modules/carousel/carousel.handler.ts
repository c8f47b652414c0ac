import {
  carouselRefusals,
  HOME_SLIDES,
  MAX_SLIDES,
  slideManagers,
  type carouselCalls,
} from '@portal/contract/carousel/carousel'
import { fileUrl } from '@portal/contract/file/file'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { fail, notFound, refuse, refuseField } from '../../kernel/refuse.ts'
import { findLocal } from '../../kernel/time.ts'
import * as files from '../file/file.service.ts'
import * as store from './carousel.store.ts'

export async function list(ctx: Ctx) {
  const { day } = findLocal(ctx.now, ctx.env.CAMPUS_TZ)
  const keeps = ctx.holds(...slideManagers.anyOf)
  const all = await store.list(ctx.db)
  const wanted = all.filter((s) => s.enabled && (s.fromDay ?? day) <= day && (s.untilDay ?? day) >= day)
  const [shown, behind] = [wanted.slice(0, HOME_SLIDES), wanted.slice(HOME_SLIDES)]
  const slides = all.map((slide) => {
    const { fileId, ...row } = slide
    return {
      ...row,
      imageUrl: fileId && fileUrl(fileId),
      shown: shown.includes(slide),
      behind: behind.includes(slide),
    }
  })
  return keeps
    ? { items: slides, can: ['manage' as const] }
    : { items: slides.filter((s) => s.shown), can: [] }
}

async function keepUpload(ctx: Ctx) {
  const upload = ctx.requireFile('图片')
  return files.keepPicture(ctx, upload, { business: 'carousel', visibility: 'public' })
}

function requireDays({ fromDay, untilDay }: { fromDay: string | null; untilDay: string | null }): void {
  if (fromDay && untilDay && untilDay < fromDay)
    throw refuseField('untilDay', carouselRefusals.DAYS_REVERSED, 'DAYS_REVERSED')
}

export async function upload(ctx: Ctx, { body }: Parsed<typeof carouselCalls.upload>) {
  requireDays(body)
  await store.lockAll(ctx)
  if ((await store.list(ctx.db)).length >= MAX_SLIDES)
    throw refuse('CAROUSEL_FULL', carouselRefusals.CAROUSEL_FULL)
  const { id } = await store.add(ctx, body, (await keepUpload(ctx)).id)
  ctx.target = `carousel ${id}`
  return { id }
}

async function lockSlide(ctx: Ctx, id: number): Promise<store.SlideRow> {
  ctx.target = `carousel ${id}`
  const slide = await store.lockSlide(ctx, id)
  if (!slide) throw notFound('轮播图')
  return slide
}

export async function change(ctx: Ctx, { params: { id }, body }: Parsed<typeof carouselCalls.change>) {
  requireDays(body)
  await lockSlide(ctx, id)
  await store.change(ctx, id, body)
  return null
}

export async function replacePicture(
  ctx: Ctx,
  { params: { id } }: Parsed<typeof carouselCalls.replacePicture>,
) {
  const before = (await lockSlide(ctx, id)).fileId
  await store.setPicture(ctx, id, (await keepUpload(ctx)).id)
  if (before) await files.remove(ctx, before)
  return null
}

export async function order(ctx: Ctx, { body: { ids } }: Parsed<typeof carouselCalls.order>) {
  await store.lockAll(ctx)
  const known = (await store.list(ctx.db)).map((s) => s.id)
  if (
    new Set(ids).size !== known.length ||
    ids.length !== known.length ||
    known.some((id) => !ids.includes(id))
  )
    throw fail('CONFLICT', '轮播图已有变动，请刷新后重试')
  await store.order(ctx, ids)
  return null
}

export async function remove(ctx: Ctx, { params: { id } }: Parsed<typeof carouselCalls.remove>) {
  const { fileId } = await lockSlide(ctx, id)
  await store.remove(ctx, id)
  if (fileId) await files.remove(ctx, fileId)
  return null
}
