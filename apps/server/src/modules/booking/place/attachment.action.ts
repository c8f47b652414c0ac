import type { Ctx } from '../../../kernel/ctx.ts'
import { attach as attachFiles, showAttachment, listFiles, remove } from '../../file/file.service.ts'

export const joinFiles = (ctx: Ctx, bookingId: number, ids: readonly string[]): Promise<void> =>
  attachFiles(ctx, ids, 'booking', bookingId)

/** Replaces the files of a booking: removes those that are not in `ids`, adds the new ones. */
export async function replaceFiles(ctx: Ctx, bookingId: number, ids: readonly string[]): Promise<void> {
  const before = (await listAttachments(ctx, bookingId)).map((f) => f.id)
  for (const id of before) if (!ids.includes(id)) await remove(ctx, id)
  await joinFiles(
    ctx,
    bookingId,
    ids.filter((id) => !before.includes(id)),
  )
}

export const listAttachments = async (ctx: Ctx, bookingId: number) =>
  ((await listFiles(ctx, 'booking', [bookingId])).get(bookingId) ?? []).map(showAttachment)
