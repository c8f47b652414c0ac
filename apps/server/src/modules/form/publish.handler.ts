import type { formCalls } from '@portal/contract/form/calls'
import { formRefusals, type FormState } from '@portal/contract/form/form'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { announce } from '../../kernel/events.ts'
import { fail, notFound, refuse } from '../../kernel/refuse.ts'
import { isAskedOfRows } from './binding.store.ts'
import { refuseOld, requireForm, showAgain } from './form.action.ts'
import { asksSomething } from './form.rules.ts'
import * as store from './form.store.ts'
import { requireColumns } from './row.action.ts'
import { isOffice } from './standing.action.ts'

type Calls = typeof formCalls

async function holdAsOffice(ctx: Ctx, id: number): Promise<store.Written> {
  ctx.allow(isOffice(ctx), '只有表单管理员可以发布和停用表单')
  const form = await store.hold(ctx, id)
  if (!form) throw notFound('表单')
  ctx.target = `form ${form.id}`
  return form
}

export async function publish(ctx: Ctx, { params, body }: Parsed<Calls['publish']>) {
  const form = await holdAsOffice(ctx, params.id)
  refuseOld(ctx, form, body.revision)
  // A draft that was saved under older rules is validated by today's.
  const drawn = requireForm(form.text, { forSaving: true })
  if (!asksSomething(drawn)) throw refuse('FORM_EMPTY', formRefusals.FORM_EMPTY)
  if (await isAskedOfRows(ctx.db, form.id)) requireColumns('text', form.text)
  const version = await store.publish(ctx, form)
  if (version !== form.version)
    await announce(ctx, 'form.published', { formId: form.id, version, name: form.name })
  return showAgain(ctx, form.id)
}

const setState = (from: FormState, to: FormState, refusal: string) =>
  async function step(ctx: Ctx, { params }: Parsed<Calls['retire']>) {
    const form = await holdAsOffice(ctx, params.id)
    if (!(await store.setState(ctx, form.id, from, to))) throw fail('CONFLICT', refusal)
    return showAgain(ctx, form.id)
  }
export const retire = setState('published', 'retired', '只有已发布的表单可以停用，请刷新后重试')
export const reopen = setState('retired', 'published', '只有已停用的表单可以重新启用，请刷新后重试')
