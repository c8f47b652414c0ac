import { fileUrl, thumbOf } from '@portal/contract/file/file'
import type { Ctx, Deps } from '../../kernel/ctx.ts'
import { localOf } from '../../kernel/time.ts'
import * as store from './home.store.ts'

const RANKED = 10
const CARDS = 8
/** Sums over a year of every instrument: true to a quarter of an hour is true enough. */
const FIGURES_MS = 15 * 60_000

/** Everything the home page shows. `serve` keeps the answer for a while. */
export async function get(ctx: Ctx) {
  const thisMonth = monthOf(ctx)
  const [carousel, notices, before, now, newest, figures] = await Promise.all([
    store.slides(ctx),
    store.headlines(ctx),
    store.ranks(ctx, monthBefore(thisMonth, 1), RANKED),
    store.ranks(ctx, thisMonth, RANKED),
    store.newest(ctx, CARDS),
    figuresOf(ctx, monthBefore(thisMonth, 12)),
  ])
  // A month that has just begun says little.
  const [month, ranked] = before.length >= now.length ? [monthBefore(thisMonth, 1), before] : [thisMonth, now]
  const cards = [...new Map([...ranked.filter((d) => d.imageId), ...newest, ...ranked].map((d) => [d.id, d])).values()].slice(0, CARDS)
  return {
    carousel: carousel.map(({ fileId, ...slide }) => ({ ...slide, imageUrl: fileId && fileUrl(fileId) })),
    notices,
    ranks: { month: month.slice(0, 7), items: ranked.map(cardOf) },
    devices: cards.map(cardOf),
    figures,
  }
}

const cardOf = <C extends store.Card>({ imageId, ...card }: C) => ({ ...card, imageUrl: imageId && thumbOf(fileUrl(imageId)) })

/** The first day of the campus's month. */
const monthOf = (ctx: Ctx): string => `${localOf(ctx.now, ctx.env.CAMPUS_TZ).day.slice(0, 7)}-01`
function monthBefore(month: string, n: number): string {
  const date = new Date(`${month}T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() - n)
  return date.toISOString().slice(0, 10)
}

const known = new WeakMap<Deps, { until: number; figures: Promise<store.Figures> }>()
function figuresOf(ctx: Ctx, after: string): Promise<store.Figures> {
  const kept = known.get(ctx.deps)
  if (kept && kept.until > ctx.now.getTime()) return kept.figures
  const figures = store.figures(ctx, after)
  known.set(ctx.deps, { until: ctx.now.getTime() + FIGURES_MS, figures })
  figures.catch(() => known.delete(ctx.deps))
  return figures
}
