import { fileUrl, makeThumbAddress } from '@portal/contract/file/file'
import { HERO_URL } from '@portal/contract/home/home'
import { defineCache } from '../../kernel/cache.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound } from '../../kernel/refuse.ts'
import type { RawReply } from '../../kernel/send-reply.ts'
import { findToday } from '../../kernel/time.ts'
import * as files from '../file/file.service.ts'
import * as store from './home.store.ts'

const RANKED = 10
const CARDS = 8
const LABS = 6
const FILES = 6
/** How long browsers may cache the first picture, in seconds, after another has become the first. */
const HERO_SECONDS = 300

/** All data of the home page. `serve` caches the reply for a while. */
export async function get(ctx: Ctx) {
  const thisMonth = readMonth(ctx)
  const [carousel, notices, last, current, newest, figures, largest, downloads] = await Promise.all([
    listSlides(ctx),
    store.listHeadlines(ctx.db, ctx.now),
    store.listRanks(ctx.db, subtractMonths(thisMonth, 1), RANKED),
    store.listRanks(ctx.db, thisMonth, RANKED),
    store.listNewest(ctx.db, CARDS),
    readFigures(ctx, subtractMonths(thisMonth, 12)),
    store.listLargestLabs(ctx.db, LABS),
    store.listFiles(ctx.db, FILES),
  ])
  // At the start of a month the last month is shown, until this month ranks as many devices.
  const [month, ranked] =
    last.length > current.length ? [subtractMonths(thisMonth, 1), last] : [thisMonth, current]
  const cards = [
    ...new Map([...ranked.filter((d) => d.imageId), ...newest, ...ranked].map((d) => [d.id, d])).values(),
  ].slice(0, CARDS)
  return {
    carousel: carousel.map(({ fileId, ...slide }, i) => ({
      ...slide,
      imageUrl: fileId && (i === 0 ? HERO_URL : fileUrl(fileId)),
    })),
    notices,
    ranks: { month: month.slice(0, 7), items: ranked.map(findCard) },
    devices: cards.map(findCard),
    figures,
    labs: largest,
    downloads,
  }
}

const listSlides = (ctx: Ctx) => store.listSlides(ctx.db, findToday(ctx))

export async function showHero(ctx: Ctx): Promise<RawReply> {
  const [first] = await listSlides(ctx)
  const file = first?.fileId ? await files.find(ctx, first.fileId) : undefined
  if (!file) throw notFound('图片')
  const reply = await files.open(ctx, file)
  return { ...reply, headers: { ...reply.headers, 'cache-control': `public, max-age=${HERO_SECONDS}` } }
}

const findCard = <C extends store.Card>({ imageId, ...card }: C) => ({
  ...card,
  imageUrl: imageId && makeThumbAddress(fileUrl(imageId)),
})

/** The first day of the present month, in the campus's zone. */
const readMonth = (ctx: Ctx): string => `${findToday(ctx).slice(0, 7)}-01`
function subtractMonths(month: string, n: number): string {
  const date = new Date(`${month}T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() - n)
  return date.toISOString().slice(0, 10)
}

/** Sums over all instruments and their use in a year; use of the last minute may be missing. */
const figures = defineCache<store.Figures>({
  name: 'home-figures',
  title: '首页数据概览',
  tables: ['lab'],
  slowly: { tables: ['device'], seconds: 3 },
  seconds: 60,
  max: 2,
})
const readFigures = (ctx: Ctx, after: string) => figures.get(ctx, after, (db) => store.readFigures(db, after))
