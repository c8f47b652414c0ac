import { deliveryNumber, deliveryRefusals, deliveryStateWords } from '@portal/contract/delivery/delivery'
import { purchaseNumber } from '@portal/contract/purchase/purchase'
import type { Doing } from '../../kernel/binding.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { announce } from '../../kernel/events.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { defineProcess } from '../../kernel/process.ts'
import { refuse } from '../../kernel/refuse.ts'
import * as approval from '../approval/approval.service.ts'
import * as purchase from '../purchase/purchase.service.ts'
import * as supplier from '../supplier/supplier.service.ts'
import { deliveryFlow, type Delivery } from './delivery.flow.ts'
import { findRoles } from './delivery.rules.ts'
import * as store from './delivery.store.ts'
import * as pieceStore from './piece.store.ts'

type Row = store.DeliveryDetail

/** A person's rights, whatever the delivery. */
export interface Standing {
  userId: number
  /** The company the person acts for. */
  companyId: number | null
  /** Belongs to one of the two offices; only the tendering office checks. */
  office: boolean
  auditor: boolean
}
export async function readStanding(ctx: Ctx): Promise<Standing> {
  const own = await supplier.findSupplier(ctx)
  const [office, auditor] = [ctx.holds('PURCHASE_ALL', 'TENDER_ALL'), ctx.holds('TENDER_ALL')]
  return { userId: ctx.me.id, companyId: own?.id ?? null, office, auditor }
}
/** The person's roles in one delivery. */
export const rolesOn = ({ supplierId }: store.DeliveryRow, w: Standing): Set<Delivery['role']> =>
  findRoles({ member: w.companyId === supplierId, auditor: w.auditor })

/** The pieces to send back, each with what is wrong. */
interface Changes {
  pieces: readonly { pieceId: number; reason: string }[]
}

const listWords = (v: Row) => `${v.title}（${purchaseNumber(v.purchaseId)}，${deliveryNumber(v.id)}）`
const pageOfCompany = (v: Row) => `/osp/storage/providerDevice?id=${v.id}`

export const deliveries = defineProcess<Delivery>()(approval.inbox, {
  business: 'delivery',
  flow: deliveryFlow,
  noun: '供货单',
  find: (ctx, id) => store.find(ctx.db, id),
  // Serialises people of a company who write at the same time.
  lock: store.lock,
  write: (ctx, v: Row, { to, reason }: Doing<Delivery, Changes>) =>
    store.step(ctx, v.id, { from: v.state, to, reason }),

  standingOf: readStanding,
  rolesOf: rolesOn,
  sees: (v, w) => w.office || w.companyId === v.supplierId || w.userId === v.requesterId,
  knowsAll: (w) => w.office,

  people: { member: (ctx, v) => supplier.findAsked(ctx, v.supplierId) },
  subjectOf: (v) => ({
    what: listWords(v),
    body: `${v.supplier} 已提交 ${listWords(v)} 的设备信息，请与合同核对。`,
    link: `/osp/storage/invitationAuditInfo?id=${v.id}`,
    amountFen: v.totalFen,
    requesterId: null,
  }),
  asking: {
    entry: (_, v) => ({
      amountFen: null,
      link: pageOfCompany(v),
      ...(v.reason
        ? { news: '设备信息需要重新填写', body: `${listWords(v)}：${v.reason}` }
        : { body: `${listWords(v)} 的合同已登记，请逐台填写出厂编号等设备信息并提交。` }),
    }),
    // Asked again without a step: the contract was corrected while the information waits to be checked.
    check: (_, v, step) =>
      step === null
        ? {
            news: '合同已更正，请重新核对',
            body: `${listWords(v)} 的合同已更正，请按更正后的合同核对设备信息。`,
          }
        : {},
  },
  effects: { returnPieces, handPiecesOver, strikePieces },
  async newsOf(v, { to }, ctx) {
    const body =
      to === 'ended'
        ? `${listWords(v)} 的合同已终止：${v.reason}`
        : `${listWords(v)} 的设备信息已核对通过，等待学校验收。`
    return { userIds: await supplier.listUsers(ctx, v.supplierId), body, link: pageOfCompany(v) }
  },
  screensOf: () => [],
  unaskedOf: (v) => (v.state === 'awaiting_entry' ? v.supplier : null),
  doneWords: (v) => deliveryStateWords[v.state],
})

/** The company's people fill in by the contract, and deliver by its day. */
export const tellCorrected = async (ctx: Ctx, v: Row): Promise<void> =>
  tell(ctx, {
    kind: 'delivery',
    userIds: await supplier.listUsers(ctx, v.supplierId),
    title: '供货合同已更正',
    body: `${listWords(v)} 的合同已更正，请查看更正后的交货期限和设备单价。`,
    link: pageOfCompany(v),
    mail: true,
  })

/** Sends pieces back to be entered again; without pieces, all entered ones can be corrected. */
async function returnPieces(ctx: Ctx, v: Row, { changes }: Doing<Delivery, Changes>): Promise<void> {
  const pieces = changes?.pieces ?? []
  const returned = await pieceStore.sendBack(ctx, v.purchaseId, pieces, 'entered')
  if (returned !== new Set(pieces.map((p) => p.pieceId)).size)
    throw refuse('PIECES_MOVED', deliveryRefusals.PIECES_MOVED, { status: 409 })
}

/** The purchase goes on with these pieces. */
async function handPiecesOver(ctx: Ctx, { purchaseId }: Row): Promise<void> {
  const pieceIds = await pieceStore.check(ctx, purchaseId)
  await purchase.deliver(ctx, purchaseId)
  await announce(ctx, 'delivery.checked', { purchaseId, pieceIds })
}

/** Strikes off pieces that were not accepted. */
async function strikePieces(ctx: Ctx, { purchaseId }: Row): Promise<void> {
  await pieceStore.strike(ctx, purchaseId)
}
