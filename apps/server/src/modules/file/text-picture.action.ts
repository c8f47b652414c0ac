import type { Ctx } from '../../kernel/ctx.ts'
import { refuseField } from '../../kernel/refuse.ts'
import { drawnIn, LOOSE_PICTURE, picturesIn } from './file.rules.ts'
import * as store from './file.store.ts'
import { readers, isOfText } from './registry.action.ts'
import { mayRead } from './reading.action.ts'

/**
 * Joins the pictures in a rich text to its row, once that is written; those that belong to another row
 * already stay with that. Those that were edited out are loose again: put back within the time that a draft
 * lives they stay, else they are swept up. `business` is the text's own (`notice-text`), so that what else
 * hangs on the row is not mixed with them.
 *
 * From now on the pictures are as private as the text. A text whose readers nobody has registered is for
 * everybody. Pictures of another text may be shown only by somebody who may see them there, because to name a
 * picture would publish it otherwise.
 *
 * `field`: who wrote there hears of pictures that are gone. Null: they have been judged already.
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
 * A draft may be older than what was uploaded for it: its writer is told, because whoever reads the text
 * would find holes in it. `before`: what stood there before and cannot be written anew.
 */
export async function judgePictures(ctx: Ctx, html: string, before = ''): Promise<string | undefined> {
  const stood = new Set(drawnIn(before))
  const ids = drawnIn(html).filter((id) => !stood.has(id))
  if (ids.length === 0) return undefined
  const lost = ids.length - (await store.findKnown(ctx.db, ids)).size
  return lost > 0 ? `有 ${lost} 张图片已不存在，请删除后重新插入` : undefined
}
