import type { Parsed } from '@portal/contract/kernel/call'
import type { tenderCalls } from '@portal/contract/tender/calls'
import { tenderRefusals } from '@portal/contract/tender/tender'
import type { Ctx } from '../../kernel/ctx.ts'
import { forbidden, refuse, violates } from '../../kernel/refuse.ts'
import { turns } from '../../kernel/turns.ts'
import * as file from '../file/file.service.ts'
import * as supplier from '../supplier/supplier.service.ts'
import { loadTender, readDetail } from './access.action.ts'
import { keyOfTender, seal, type Bound, type Content } from './quotation-seal.action.ts'
import * as quotations from './quotation.store.ts'
import { SEALED_FILES } from './standing.rules.ts'
import { tenderFlow } from './tender.flow.ts'
import { tenders } from './tender.process.ts'
import { judgePrices } from './tender.rules.ts'
import * as store from './tender.store.ts'

const closed = () => refuse('CLOSED', tenderRefusals.CLOSED, { status: 409 })

/**
 * The tender for the caller's company, locked open until the transaction ends; refused once its opening time
 * has come.
 */
async function enter(ctx: Ctx, tenderId: number, event: 'quote' | 'withdraw_quote') {
  const loaded = await loadTender(ctx, tenderId)
  const { row: t, roles, seen } = loaded
  if (seen.supplierId === null) throw forbidden(tenderRefusals.NOT_SUPPLIER)
  const held = await quotations.hold(ctx, t.id)
  if (held && held.state === 'announced' && held.due) throw closed()
  tenderFlow.admit(t.state, event, roles)
  // It was opened or ended between loading and locking.
  if (held?.state !== t.state || !held.opensAt) throw closed()
  const bound: Bound = { tenderId: t.id, supplierId: seen.supplierId, opensAt: held.opensAt }
  return { loaded, bound }
}

const SEALED = { name: '密封文件', mime: 'application/octet-stream' }
/** One at a time: sealing holds a quotation's files in memory twice. */
const sealing = turns(1)

/** Only the sealed form reaches the database, its logs and the file store. */
export async function quote(
  ctx: Ctx,
  { params, body: { replace, ...body } }: Parsed<typeof tenderCalls.quote>,
) {
  const { loaded, bound } = await enter(ctx, params.id, 'quote')
  const t = loaded.row
  await supplier.requireApproved(ctx, bound.supplierId)
  const refusal = judgePrices(
    await store.listItems(ctx.db, t.purchaseId),
    body.prices,
    body.amountFen,
    t.maxPriceFen,
  )
  if (refusal) throw refusal
  if (replace) await takeBack(ctx, bound)
  const content: Content = { ...body, files: ctx.files.map(({ name, mime }) => ({ name, mime })) }
  const { sealed, fileIds } = await sealing(async () => {
    const bytes = await Promise.all(ctx.files.map((f) => f.received.read()))
    const box = seal(keyOfTender(ctx.deps.adapters.secrets, t.id), bound, content, bytes)
    const ids: string[] = []
    for (const content of box.files)
      ids.push(
        (
          await file.keepBytes(
            ctx,
            { ...SEALED, content },
            { business: SEALED_FILES, rowId: t.id, visibility: 'private' },
          )
        ).id,
      )
    return { sealed: box.sealed, fileIds: ids }
  })
  try {
    await quotations.add(ctx, { ...bound, sealed, fileIds })
  } catch (e) {
    if (violates(e, 'quotation_live')) throw refuse('QUOTED', tenderRefusals.QUOTED, { status: 409 })
    if (violates(e, 'quotation_closed')) throw closed()
    throw e
  }
  await tenders.take(ctx, loaded, 'quote')
  return readDetail(ctx, params.id)
}

export async function withdraw(ctx: Ctx, { params }: Parsed<typeof tenderCalls.withdraw>) {
  const { loaded, bound } = await enter(ctx, params.id, 'withdraw_quote')
  if (!(await takeBack(ctx, bound)))
    throw refuse('NOTHING_QUOTED', tenderRefusals.NOTHING_QUOTED, { status: 409 })
  await tenders.take(ctx, loaded, 'withdraw_quote')
  return readDetail(ctx, params.id)
}

async function takeBack(ctx: Ctx, { tenderId, supplierId }: Bound): Promise<boolean> {
  try {
    const withdrawn = await quotations.withdraw(ctx, tenderId, supplierId)
    for (const id of withdrawn?.fileIds ?? []) await file.remove(ctx, id)
    return withdrawn !== undefined
  } catch (e) {
    if (violates(e, 'quotation_closed')) throw closed()
    throw e
  }
}
