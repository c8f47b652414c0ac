import type { Ctx } from '../../../kernel/ctx.ts'
import {
  attach as attachFiles,
  attachmentOf,
  filesOf,
  keep,
  registerFileReaders,
  remove,
} from '../../file/file.service.ts'
import * as store from '../booking.store.ts'
import { maySee } from '../roles.rules.ts'

/** Files for a form that is not sent yet. */
export async function attach(ctx: Ctx) {
  const kept = []
  for (const file of ctx.files)
    kept.push(attachmentOf(await keep(ctx, file, { business: 'booking', visibility: 'private' })))
  return kept
}

export const joinFiles = (ctx: Ctx, bookingId: number, ids: readonly string[]): Promise<void> =>
  attachFiles(ctx, ids, 'booking', bookingId)

/** The files of a booking that changes: those left out go, new ones come. */
export async function replaceFiles(ctx: Ctx, bookingId: number, ids: readonly string[]): Promise<void> {
  const before = (await attachmentsOf(ctx, bookingId)).map((f) => f.id)
  for (const id of before) if (!ids.includes(id)) await remove(ctx, id)
  await joinFiles(
    ctx,
    bookingId,
    ids.filter((id) => !before.includes(id)),
  )
}

export const attachmentsOf = async (ctx: Ctx, bookingId: number) =>
  ((await filesOf(ctx, 'booking', [bookingId])).get(bookingId) ?? []).map(attachmentOf)

/** Whoever may see a booking may read its files. */
export function fileReaders(): void {
  registerFileReaders('booking', async (ctx, bookingId) => {
    const row = await store.find(ctx, bookingId)
    return row !== undefined && maySee(row, ctx.me.id, row)
  })
}
