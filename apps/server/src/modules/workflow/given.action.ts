import { writeForm } from '@portal/form-kit/form/parse'
import type { Form } from '@portal/form-kit/form/form'
import { listFields } from '@portal/process-kit/judge/fields'
import type { Graph } from '@portal/process-kit/model/graph'
import type { Ctx } from '../../kernel/ctx.ts'
import { findVersion, judgeAnswer, requireForm, type Fields } from '../form/form.service.ts'
import { closeOthers, listVeiled, openForStarter } from './given.rules.ts'
import type { Instance } from './instance.store.ts'
import { INSTANCE_FILES, INSTANCE_TEXT } from './workflow.events.ts'

// The values of a process's form, validated against the form version that the process is bound to.

interface Bound {
  formId: number
  formVersion: number
  graph: Graph
}

export async function readForm(ctx: Ctx, of: Omit<Bound, 'graph'>) {
  const form = await findVersion(ctx, of.formId, of.formVersion)
  if (!form) throw new Error('the form of a published process stays as it was published')
  return form
}
/** The form's text with what steps write made optional, for the starter. */
export async function readStarterForm(ctx: Ctx, of: Bound): Promise<string> {
  const { text } = await readForm(ctx, of)
  const form = requireForm(text)
  const open = openForStarter(form, of.graph)
  return open === form ? text : writeForm(open)
}

/** Validates values and attaches their files to the instance. */
function judge(
  ctx: Ctx,
  { form, graph }: { form: Form; graph: Graph },
  rowId: number,
  raw: Record<string, unknown>,
  before: Record<string, unknown> | undefined,
) {
  const kept = { files: INSTANCE_FILES, pictures: INSTANCE_TEXT, rowId, unsaid: listVeiled(graph) }
  return judgeAnswer(ctx, form, raw, kept, before as Fields | undefined) // what was kept came out of JSON
}

/** Validates what the starter fills in, at the start or on resubmission. */
export async function judgeStart(
  ctx: Ctx,
  of: Bound,
  instanceId: number,
  raw: Record<string, unknown>,
  before?: Record<string, unknown>,
) {
  const form = openForStarter(requireForm((await readForm(ctx, of)).text), of.graph)
  return judge(ctx, { form, graph: of.graph }, instanceId, raw, before)
}

/** Validates what a step writes, together with the values that are already there. */
export async function judgeStep(
  ctx: Ctx,
  instance: Instance,
  writes: readonly string[],
  raw: Record<string, unknown>,
) {
  const whole = requireForm((await readForm(ctx, instance)).text)
  const fields = listFields(whole).map(({ field }) => field)
  const form = closeOthers(whole, fields, writes)
  const { graph, given } = instance
  return judge(ctx, { form, graph }, instance.id, { ...given, ...raw }, given)
}
