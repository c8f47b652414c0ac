import { buffer } from 'node:stream/consumers'
import type { Ctx } from '../../kernel/ctx.ts'
import * as file from '../file/file.service.ts'
import { keyOfTender, unseal } from './quotation-seal.action.ts'
import * as quotations from './quotation.store.ts'
import { QUOTED_FILES } from './standing.rules.ts'

/** The only way to read quotations. `listSealed` returns nothing before the opening time. */
export async function unsealAll(ctx: Ctx, tenderId: number): Promise<{ opened: number[]; broken: number[] }> {
  const [opened, broken]: [number[], number[]] = [[], []]
  const key = keyOfTender(ctx.deps.adapters.secrets, tenderId)
  for (const q of await quotations.listSealed(ctx.db, tenderId)) {
    const { opensAt, supplierId, sealed, fileIds } = q
    const files = await countBytes(ctx, fileIds)
    const found = files && unseal(key, { tenderId, supplierId, opensAt }, sealed, files)
    if (!found) {
      await quotations.markBroken(ctx, q.id)
      broken.push(q.id)
      continue
    }
    await quotations.markOpened(ctx, q.id, found.content)
    for (const [i, about] of found.content.files.entries()) {
      const content = found.files[i]
      if (content)
        await file.keepBytes(
          ctx,
          { ...about, content },
          { business: QUOTED_FILES, rowId: q.id, visibility: 'private' },
        )
    }
    for (const id of fileIds) await file.remove(ctx, id)
    opened.push(q.id)
  }
  return { opened, broken }
}

/** Reads the files; undefined if one of them is gone. */
async function countBytes(ctx: Ctx, fileIds: readonly string[]): Promise<Buffer[] | undefined> {
  const all: Buffer[] = []
  for (const id of fileIds) {
    const bytes = await ctx.deps.adapters.files.read(id)
    if (!bytes) return undefined
    all.push(await buffer(bytes))
  }
  return all
}
