import type { Ctx } from '../../../kernel/ctx.ts'
import { showAttachment, keep } from '../../file/file.service.ts'

/** Uploads files for a form that is not submitted yet. */
export async function attach(ctx: Ctx) {
  const kept = []
  for (const file of ctx.files)
    kept.push(showAttachment(await keep(ctx, file, { business: 'booking', visibility: 'private' })))
  return kept
}
