import type { Ctx } from '../../kernel/ctx.ts'
import { refuseField } from '../../kernel/refuse.ts'
import { drawnIn, LOOSE_PICTURE, picturesIn } from './file.rules.ts'
import * as store from './file.store.ts'
import { readers, isOfText } from './registry.action.ts'
import { mayRead } from './reading.action.ts'

/**
 * Attaches the pictures in a rich text to its row, once the row is written; pictures of another row stay with
 * that row. Pictures removed from the text are detached: the sweep deletes them unless they are put back
 * within the life of a draft. `business` is for texts only (`notice-text`), so that the row's other files are
 * not affected.
 *
 * The pictures become as private as the text; a text without registered readers is public. A picture of
 * another text is shown only if the caller may see it there, because naming its id would otherwise publish
 * it.
 *
 * `field`: the form field of the text; throws there if pictures no longer exist. Null: judged already.
 */
export async function keepPictures(
  ctx: Ctx,
  html: string,
  business: string,
  rowId: number,
  field: string | null = 'bodyHtml',
): Promise<void> {
  const fault = field !== null && (await judgePictures(ctx, html))
  if (fault) throw refuseField(field, fault)
  const ids = picturesIn(html)
  await store.loosen(ctx, business, rowId, ids, LOOSE_PICTURE)
  if (ids.length) await store.join(ctx, ids, LOOSE_PICTURE, business, rowId)
  const before = new Set(await store.listShownBy(ctx.db, business, rowId))
  const shown: string[] = []
  for (const picture of await store.findMany(ctx.db, ids)) {
    const own = picture.business === business && picture.rowId === rowId
    if (!own && !before.has(picture.id) && !(isOfText(picture) && (await mayRead(ctx, picture)))) continue
    shown.push(picture.id)
    if (!readers.has(business) && picture.visibility === 'private')
      await store.show(ctx, picture.id, 'public')
  }
  await store.setShown(ctx, business, rowId, shown)
}

/**
 * The fault if pictures of the text no longer exist: a draft may outlive its uploads, and readers would see
 * gaps. `before`: the earlier text, whose pictures are not judged again.
 */
export async function judgePictures(ctx: Ctx, html: string, before = ''): Promise<string | undefined> {
  const stood = new Set(drawnIn(before))
  const ids = drawnIn(html).filter((id) => !stood.has(id))
  if (ids.length === 0) return undefined
  const lost = ids.length - (await store.findKnown(ctx.db, ids)).size
  return lost > 0 ? `有 ${lost} 张图片已不存在，请删除后重新插入` : undefined
}
