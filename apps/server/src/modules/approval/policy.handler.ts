import {
  approvalRefusals,
  approvalSteps,
  findBound,
  isBound,
  policyBusinesses,
  type ApprovalStep,
  type approvalCalls,
  type PolicyBody,
  type PolicyBusiness,
} from '@portal/contract/approval/approval'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound, refuse, refuseField, violates, violatesReference } from '../../kernel/refuse.ts'
import { findPeople } from './actors.store.ts'
import { readPolicy } from './policy.cache.ts'
import { chooseDecisive, defaults, makeRule, type Case } from './policy.rules.ts'
import * as store from './policy.store.ts'

const builtIn = policyBusinesses.flatMap((business) =>
  Object.entries(defaults[business]).map(([step, { deputyId: _, ...rule }]) => ({
    business,
    step: step as ApprovalStep,
    ...rule,
  })),
) // the keys of `defaults` are the steps

export async function listPolicies(ctx: Ctx, { query }: Parsed<typeof approvalCalls.policies>) {
  const items = await store.list(ctx.db, query)
  if (ctx.holds('ADMIN')) return { can: ['change' as const], items, defaults: builtIn }
  // Only administrators see deputies and authors; only campus people see policies of buying and scrapping.
  const outside = !(await store.isOnCampus(ctx.db, ctx.me.id))
  const opens = (p: { business: PolicyBusiness }) => !outside || !isBound(p.business)
  return {
    can: [],
    items: items.filter((p) => p.enabled && opens(p)).map((p) => ({ ...p, deputy: null, updatedBy: null })),
    defaults: builtIn.filter(opens),
  }
}

export async function createPolicy(ctx: Ctx, { body }: Parsed<typeof approvalCalls.createPolicy>) {
  await judgeDeputy(ctx, body)
  const id = await store.add(ctx, body).catch(explain)
  ctx.target = `approval_policy ${id}`
  return { id }
}

export async function changePolicy(ctx: Ctx, { params, body }: Parsed<typeof approvalCalls.changePolicy>) {
  ctx.target = `approval_policy ${params.id}`
  await judgeDeputy(ctx, body)
  if (!(await store.change(ctx, params.id, body).catch(explain))) throw notFound('审核配置')
  return null
}

export async function removePolicy(ctx: Ctx, { params }: Parsed<typeof approvalCalls.removePolicy>) {
  ctx.target = `approval_policy ${params.id}`
  if (!(await store.remove(ctx, params.id))) throw notFound('审核配置')
  return null
}

async function judgeDeputy(ctx: Ctx, { business, step, deputyId }: PolicyBody): Promise<void> {
  if (deputyId === null) return
  const bound = findBound(business, step)
  if (!bound?.deputy)
    throw refuseField(
      'deputyId',
      bound ? approvalRefusals.DEPUTY_OWN : approvalRefusals.DEPUTY_NONE,
      bound ? 'DEPUTY_OWN' : 'DEPUTY_NONE',
    )
  if (!(await store.isOnCampus(ctx.db, deputyId)))
    throw refuseField('deputyId', approvalRefusals.POLICY_DEPUTY, 'POLICY_DEPUTY')
}

function explain(e: unknown): never {
  if (violates(e, 'approval_policy_one'))
    throw refuse('POLICY_TWICE', approvalRefusals.POLICY_TWICE, { status: 409 })
  if (violatesReference(e)) throw refuseField('deviceId', approvalRefusals.POLICY_PLACE, 'POLICY_PLACE')
  throw e
}

const roleOf = { payer: 'person', reviewer: 'reviewer', director: 'lab_director' } as const

export async function previewPolicy(ctx: Ctx, { query }: Parsed<typeof approvalCalls.previewPolicy>) {
  const subject = query.bookingId
    ? await store.findSubjectOfBooking(ctx.db, query.bookingId)
    : await store.findSubjectOfDevice(ctx.db, query.deviceId ?? 0, query.userId ?? ctx.me.id)
  if (!subject) throw notFound(query.bookingId ? '预约' : '仪器或用户')
  const about: Case = { ...subject, amountFen: query.amountFen ?? subject.amountFen }
  const policy = await readPolicy(ctx)
  const names = Object.keys(approvalSteps.booking) as (keyof typeof roleOf)[] // the steps of a booking
  const people = await findPeople(
    ctx,
    names.map((step) => ({
      role: roleOf[step],
      userId: step === 'payer' ? subject.payerId : null,
      labId: subject.labId,
      deviceId: subject.deviceId,
      exceptUserId: subject.requesterId,
    })),
  )
  return {
    steps: names.map((step, i) => {
      const row = chooseDecisive(policy.rowsOf('booking', step), about, policy.ancestorsOf(about.deptId))
      const found = people[i] ?? { role: 'sysadmin' as const, names: [], ids: [] }
      // A payer whose account is closed is not replaced by anybody.
      const {
        role,
        names: who,
        ids,
      } = step === 'payer' && found.role !== 'person'
        ? { role: 'person' as const, names: [], ids: [] }
        : found
      // A requester who is also the payer is not asked.
      const own = step === 'payer' && subject.payerId === subject.requesterId && { required: false }
      return {
        step,
        ...(row ? makeRule(row, about) : defaults.booking[step]),
        ...own,
        policyId: row?.id ?? null,
        role,
        names: who,
        people: ids.length,
      }
    }),
  }
}
