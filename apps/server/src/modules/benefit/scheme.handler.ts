import { benefitRefusals, yearText } from '@portal/contract/benefit/benefit'
import type { benefitCalls } from '@portal/contract/benefit/calls'
import type { SchemeBody, SchemeRow } from '@portal/contract/benefit/scheme-calls'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { defineTranslation, notFound, refuse, refuseField } from '../../kernel/refuse.ts'
import { refuseUnseen } from '../../kernel/revision.ts'
import { benefitFlow } from './benefit.flow.ts'
import { evaluations } from './benefit.process.ts'
import { add as addEvaluation } from './benefit.store.ts'
import { descends, uncovered } from './scheme.rules.ts'
import * as store from './scheme.store.ts'

type Calls = typeof benefitCalls

export async function list(ctx: Ctx) {
  const office = ctx.holds('PURCHASE_ALL')
  const schemes = await store.list(ctx.db)
  return {
    items: schemes.map((s) => ({ ...s, can: office ? wordsFor(s) : [] })),
    can: office ? ['add' as const] : [],
  }
}
function wordsFor(s: { evaluations: number; published: number }): SchemeRow['can'] {
  if (s.published > 0) return ['due', 'start']
  return s.evaluations > 0 ? ['edit', 'start'] : ['edit', 'remove', 'start']
}

function judge(body: SchemeBody): void {
  const [missing] = uncovered(body)
  if (missing !== undefined)
    throw refuseField('quotas', `${benefitRefusals.SCHEME_UNCOVERED}：${missing}`, 'SCHEME_UNCOVERED')
  if (!descends(body)) throw refuseField('grades.good', benefitRefusals.SCHEME_GRADES, 'SCHEME_GRADES')
}

const translateViolation = defineTranslation({
  benefit_scheme_once: () => refuseField('year', benefitRefusals.SCHEME_TWICE, 'SCHEME_TWICE'),
  benefit_scheme_decided: () => refuse('SCHEME_DECIDED', benefitRefusals.SCHEME_DECIDED, { status: 409 }),
  benefit_evaluation_scheme_id_fkey: () =>
    refuse('SCHEME_USED', benefitRefusals.SCHEME_USED, { status: 409 }),
})

export async function add(ctx: Ctx, { body }: Parsed<Calls['addScheme']>) {
  judge(body)
  const made = await translateViolation(() => store.add(ctx, body))
  ctx.target = `benefit_scheme ${made.id}`
  return made
}
export async function change(
  ctx: Ctx,
  { params, body: { revision, ...body } }: Parsed<Calls['changeScheme']>,
) {
  ctx.target = `benefit_scheme ${params.id}`
  judge(body)
  const scheme = await store.holdAlone(ctx, params.id)
  if (!scheme) throw notFound('评价方案')
  await refuseUnseen(ctx, '评价方案', scheme, revision)
  await translateViolation(() => store.change(ctx, scheme.id, body))
  return null
}
export async function setDue(ctx: Ctx, { params, body }: Parsed<Calls['setDue']>) {
  ctx.target = `benefit_scheme ${params.id}`
  if (!(await store.setDue(ctx, params.id, body.dueOn))) throw notFound('评价方案')
  return null
}
export async function remove(ctx: Ctx, { params }: Parsed<Calls['removeScheme']>) {
  ctx.target = `benefit_scheme ${params.id}`
  if (!(await translateViolation(() => store.remove(ctx, params.id)))) throw notFound('评价方案')
  return null
}

/** Evaluations started in one transaction. */
const AT_ONCE = 200
/**
 * Starts an evaluation for up to AT_ONCE instruments in scope that have none yet. The lock on the scheme
 * makes a second concurrent call wait, so that none is started twice.
 */
export async function start(ctx: Ctx, { params }: Parsed<Calls['start']>) {
  const scheme = await store.holdAlone(ctx, params.id)
  if (!scheme) throw notFound('评价方案')
  ctx.target = `benefit_scheme ${scheme.id}`
  const devices = await store.toStart(ctx.db, scheme.id, AT_ONCE)
  for (const { deviceId } of devices)
    await evaluations.begin(ctx, benefitFlow, 'start', {
      by: ['office'],
      add: () => addEvaluation(ctx, scheme.id, deviceId),
    })
  await tellKeepers(ctx, scheme, devices)
  return { started: devices.length, left: await store.countLeft(ctx.db, scheme.id) }
}
/** One message for each keeper, however many instruments they keep. */
async function tellKeepers(ctx: Ctx, scheme: store.Scheme, devices: readonly store.ToStart[]): Promise<void> {
  const year = yearText(scheme.yearKind, scheme.year)
  const due = scheme.dueOn ? `，请于 ${scheme.dueOn} 前提交` : ''
  for (const [key, own] of Map.groupBy(devices, (d) => d.contactId ?? `lab ${d.labId}`)) {
    const [first] = own
    if (!first) continue
    await tell(ctx, {
      ...(typeof key === 'number'
        ? { userIds: [key] }
        : { role: { role: 'lab_director' as const, labId: first.labId } }),
      kind: 'benefit',
      title: '效益评价待填报',
      body: `${year}贵重仪器使用效益评价已发起，您有 ${own.length} 台仪器待填报${due}。`,
      link: `/statistic/benefit?schemeId=${scheme.id}&state=draft`,
      mail: true,
    })
  }
}
