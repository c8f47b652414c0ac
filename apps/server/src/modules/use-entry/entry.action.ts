import type { Ctx } from '../../kernel/ctx.ts'
import { notFound } from '../../kernel/refuse.ts'
import { readPurposeWords } from '../booking/booking.service.ts'
import { showAttachment, listFiles } from '../file/file.service.ts'
import * as store from './entry.store.ts'
import { showEntry } from './use-entry.view.ts'

export const readKeeper = (ctx: Ctx): store.Keeper => ({
  userId: ctx.me.id,
  all: ctx.holds('SUBSCRIBE_ORDER_ALL'),
})

/** Loads a device; refuses callers who may not enter its uses. */
export async function requireKept(ctx: Ctx, deviceId: number): Promise<store.KeptDevice> {
  const device = await store.findDevice(ctx.db, deviceId, readKeeper(ctx))
  ctx.allow(device?.kept ?? false, '只有该仪器的审核员和实验室主任、管理员可以登记使用')
  if (!device) throw notFound('仪器')
  return device
}

/** The laboratory of an instrument at that time. Refuses an instrument that was deleted since it was found. */
export async function requireLabThen(ctx: Ctx, deviceId: number, at: Date) {
  const lab = await store.findLabThen(ctx.db, deviceId, at)
  if (!lab) throw notFound('仪器')
  return lab
}

/** Adds labels and documents to the entries, with one query per kind for all of them. */
export async function readEntries(ctx: Ctx, rows: readonly store.EntryRecord[]) {
  const [wordOf, papers] = await Promise.all([
    readPurposeWords(ctx, rows),
    listFiles(
      ctx,
      'use_entry',
      rows.map((e) => e.id),
    ),
  ])
  return rows.map((e) => showEntry(e, wordOf, (papers.get(e.id) ?? []).map(showAttachment)))
}

export async function readEntry(ctx: Ctx, id: number) {
  const row = await store.find(ctx.db, id, readKeeper(ctx))
  ctx.allow(row?.kept ?? false)
  const [shown] = row ? await readEntries(ctx, [row]) : []
  if (!shown) throw notFound('使用登记')
  return shown
}
