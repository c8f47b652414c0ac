import { bindingRefusals, type bindingCalls } from '@portal/contract/form/binding'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound, refuseField } from '../../kernel/refuse.ts'
import { requireCan, requireSeen } from '../device/device.service.ts'
import { allowEdit } from '../lab/lab.service.ts'
import * as store from './binding.store.ts'
import * as forms from './form.store.ts'
import { showBindings } from './form.view.ts'
import { requireColumns } from './row.action.ts'

type Calls = typeof bindingCalls

// The right to set the opening of an instrument includes binding forms to it.

const show = async (ctx: Ctx, { id, labId }: { id: number; labId: number }) =>
  showBindings(await store.list(ctx.db, id, labId))

export const bindings = async (ctx: Ctx, { query }: Parsed<Calls['bindings']>) =>
  show(ctx, await requireCan(ctx, query.deviceId, 'open'))

export async function bind(ctx: Ctx, { body }: Parsed<Calls['bind']>) {
  const { deviceId, wholeLab, occasion, formId } = body
  const device = await requireCan(ctx, deviceId, 'open')
  if (wholeLab) await allowEdit(ctx, device.labId, 'opening')
  if (wholeLab && formId === null)
    throw refuseField('formId', bindingRefusals.NOTHING_TO_SPARE, 'NOTHING_TO_SPARE')
  const form = formId === null ? undefined : await forms.findPublished(ctx.db, formId)
  if (formId !== null && form?.state !== 'published')
    throw refuseField('formId', bindingRefusals.FORM_NOT_BOUND, 'FORM_NOT_BOUND')
  if (form && occasion === 'samples') requireColumns('formId', form.text)
  const target = wholeLab
    ? ({ of: 'lab', id: device.labId } as const)
    : ({ of: 'device', id: deviceId } as const)
  await store.save(ctx, target, occasion, formId)
  return show(ctx, device)
}

export async function unbind(ctx: Ctx, { params }: Parsed<Calls['unbind']>) {
  const binding = await store.find(ctx.db, params.id)
  if (!binding) throw notFound('附加表单')
  if (binding.deviceId !== null) await requireCan(ctx, binding.deviceId, 'open')
  else if (binding.labId !== null) await allowEdit(ctx, binding.labId, 'opening')
  ctx.target = `form_binding ${binding.id}`
  await store.remove(ctx, binding.id)
  return null
}

export async function asked(ctx: Ctx, { query }: Parsed<Calls['asked']>) {
  const device = await requireSeen(ctx, query.deviceId)
  const found = await store.findAsked(ctx.db, device.id, query.occasion)
  return { form: (found && (await forms.findPublished(ctx.db, found.formId))) ?? null }
}
