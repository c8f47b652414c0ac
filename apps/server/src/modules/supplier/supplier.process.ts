import { supplierStateWords, type InviteBody, type SupplierEvent } from '@portal/contract/supplier/supplier'
import type { Doing } from '../../kernel/binding.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { announce } from '../../kernel/events.ts'
import { defineProcess } from '../../kernel/process.ts'
import { refuse } from '../../kernel/refuse.ts'
import type { Searchable } from '../../kernel/search.rules.ts'
import { findToday } from '../../kernel/time.ts'
import * as approval from '../approval/approval.service.ts'
import * as paperStore from './paper.store.ts'
import { supplierFlow, type Supplier } from './supplier.flow.ts'
import { chooseAsked, judgeLicence, findRoles } from './supplier.rules.ts'
import * as store from './supplier.store.ts'

type Row = store.SupplierDetail

export const OWN_PAGE = '/osp/storage/providerAuditInfo'

/** A person's rights, whatever the company. */
export interface Standing {
  /** The company the person acts for. */
  companyId: number | null
  office: boolean
  auditor: boolean
}
export async function readStanding(ctx: Ctx): Promise<Standing> {
  const own = ctx.actor ? await store.findOfUser(ctx.db, ctx.actor.id) : undefined
  const [office, auditor] = [ctx.holds('PURCHASE_ALL', 'TENDER_ALL'), ctx.holds('TENDER_ALL')]
  return { companyId: own?.id ?? null, office, auditor }
}
/** The person's roles in one company. */
export const rolesOn = ({ id }: { id: number }, w: Standing): Set<Supplier['role']> =>
  findRoles({ member: w.companyId === id, office: w.office, auditor: w.auditor })

/** A repeated invitation, which replaces the first. */
interface Changes {
  invited: InviteBody
  token: { hash: Buffer; until: Date }
  search: Searchable
}

const news: Partial<Record<SupplierEvent, string>> = {
  approve: '企业资料已审核通过，可以参加学校的采购。',
  send_back: '企业资料被退回，请修改后重新提交。',
  expire: '营业执照已到期，不能继续参加学校的采购，请上传新的执照并提交审核。',
  suspend: '供应商资格已停用。',
  resume: '供应商资格已恢复，正在重新审核。',
}

const memberIds = async (ctx: Ctx, s: Row): Promise<number[]> =>
  (await store.listMembers(ctx.db, s.id)).map((m) => m.id)

export const suppliers = defineProcess<Supplier>()(approval.inbox, {
  business: 'supplier',
  flow: supplierFlow,
  noun: '供应商',
  find: (ctx, id) => store.find(ctx.db, id),
  // Serialises people of a company who write at the same time.
  lock: store.lock,
  write: (ctx, s: Row, { to, reason, changes }: Doing<Supplier, Changes>) =>
    changes
      ? store.inviteAgain(ctx, s.id, changes.invited, changes.token, changes.search)
      : store.step(ctx, s.id, { from: s.state, to, reason }),

  standingOf: readStanding,
  rolesOf: rolesOn,
  sees: (_, __, roles) => roles.size > 0,
  knowsAll: (w) => w.office,

  people: { member: async (ctx, s) => chooseAsked(await store.listMembers(ctx.db, s.id)) },
  subjectOf: (s) => ({
    what: s.name,
    body: `${s.name} 的企业资料待审核。`,
    link: `/osp/storage/providerAuditList?id=${s.id}`,
    requesterId: null,
  }),
  effects: { requireLicence, announceStop },
  newsOf: async (s, { event }, ctx) => ({
    userIds: await memberIds(ctx, s),
    body: `${s.name}：${news[event]}${s.reason ? `原因：${s.reason}` : ''}`,
    link: OWN_PAGE,
  }),
  screensOf: () => [],
  unaskedOf: (s) => (s.state === 'invited' ? s.contact : null),
  doneWords: (s) => supplierStateWords[s.state],
})

/** Refuses to approve a company whose licence is not valid today. */
async function requireLicence(ctx: Ctx, s: Row): Promise<void> {
  const today = findToday(ctx)
  const { state } = judgeLicence(await paperStore.listPapers(ctx.db, s.id), today)
  if (state === 'missing' || state === 'expired')
    throw refuse('LICENCE_EXPIRED', '营业执照未上传或已到期，不能通过，请退回')
}

/** Tells purchases and tenders in which it takes part. */
function announceStop(ctx: Ctx, s: Row): Promise<void> {
  return announce(ctx, 'supplier.stopped', { supplierId: s.id, name: s.name, reason: s.reason ?? '' })
}
