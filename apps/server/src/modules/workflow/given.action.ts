import type { Ctx } from '../../kernel/ctx.ts'
import { findVersion, judgeAnswer, requireForm, type Fields } from '../form/form.service.ts'
import { INSTANCE_FILES, INSTANCE_TEXT } from './workflow.events.ts'

// What the form of a process says, judged by the version that the process keeps to.

export async function readForm(ctx: Ctx, of: { formId: number; formVersion: number }) {
  const form = await findVersion(ctx, of.formId, of.formVersion)
  if (!form) throw new Error('the form of a published process stays as it was published')
  return form
}

/** Values as they may be kept; their files hang on the instance from now on. */
export async function judgeGiven(
  ctx: Ctx,
  of: { formId: number; formVersion: number },
  instanceId: number,
  raw: Record<string, unknown>,
  before: Record<string, unknown> = {},
) {
  const form = requireForm((await readForm(ctx, of)).text)
  const kept = { files: INSTANCE_FILES, pictures: INSTANCE_TEXT, rowId: instanceId }
  return judgeAnswer(ctx, form, raw, kept, before as Fields) // what was kept came out of JSON
}
