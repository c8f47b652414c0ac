import { deviceBody } from '@portal/contract/device/body'
import { stockInRefusals } from '@portal/contract/stock-in/stock-in'
import type { Ctx } from '../../kernel/ctx.ts'
import { refuse, refuseAll } from '../../kernel/refuse.ts'
import { findLocal } from '../../kernel/time.ts'
import * as delivery from '../delivery/delivery.service.ts'
import * as device from '../device/device.service.ts'
import * as dictionary from '../dictionary/dictionary.service.ts'
import * as purchase from '../purchase/purchase.service.ts'
import { parsePattern, type NumberPlan } from '@portal/contract/stock-in/asset-number'
import { takeNumbers } from './asset-number.store.ts'
import { judgePieces, judgeStanding } from './stock-in.rules.ts'
import * as store from './stock-in.store.ts'

/**
 * Gives each piece its number and makes it a device with everything entered so far; the link is permanent.
 */
export async function becomeDevices(ctx: Ctx, s: store.StockIn): Promise<void> {
  const pieces = await store.pieces(ctx.db, s.id)
  refuseAll([...judgePieces(pieces), ...judgeStanding(pieces)])
  const numbers = await numbersFor(ctx, pieces)
  const boughtOn = (await store.listInvoices(ctx.db, s.id)).map((v) => v.issuedOn).toSorted()[0] ?? null
  const stored = []
  for (const p of pieces) {
    const number = numbers.get(p.id) ?? ''
    const deviceId = await device.takeIn(ctx, findFile(s, p, number, boughtOn))
    await device.takePictures(ctx, deviceId, 'acceptance', s.acceptanceId)
    stored.push({ pieceId: p.id, deviceId, stockInId: s.id, number })
  }
  await store.setNumbers(ctx, stored)
  await delivery.setStored(ctx, stored)
  const left = (await delivery.listPieces(ctx, s.purchaseId)).some(
    (p) => p.state !== 'stored' && p.state !== 'struck',
  )
  if (!left) await purchase.complete(ctx, s.purchaseId)
}

/**
 * Numbers by today's pattern. Counters are locked in the order of their keys, so that concurrent stock-ins
 * cannot deadlock.
 */
async function numbersFor(ctx: Ctx, pieces: readonly store.PieceRow[]): Promise<Map<number, string>> {
  const [pattern] = await dictionary.listCodes(ctx, 'asset_number_pattern')
  const { day } = findLocal(ctx.now, ctx.env.CAMPUS_TZ)
  const planned = pieces.map((p) => ({
    pieceId: p.id,
    plan: parsePattern(pattern?.value ?? '', { day, deptCode: p.deptCode ?? '' }),
  }))
  const numbers = new Map<number, string>()
  for (const [, group] of [...Map.groupBy(planned, (n) => n.plan?.key ?? '')].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  )) {
    const plan: NumberPlan | undefined = group[0]?.plan
    if (!plan) throw refuse('NUMBER_PATTERN', stockInRefusals.NUMBER_PATTERN, { status: 409 })
    const given = await takeNumbers(ctx, plan, group.length)
    if (!given) throw refuse('NUMBERS_UP', stockInRefusals.NUMBERS_UP, { status: 409 })
    group.forEach((n, i) => numbers.set(n.pieceId, given[i] ?? ''))
  }
  return numbers
}

/** The first record of the device. */
const findFile = (s: store.StockIn, p: store.PieceRow, serialId: string, boughtOn: string | null) => ({
  ...deviceBody.parse({ serialId, name: p.name, labId: p.labId }),
  englishName: p.englishName,
  model: p.model,
  spec: p.spec,
  manufacturer: p.manufacturer,
  country: p.country,
  factoryNumber: p.suppliedNumber,
  madeOn: p.madeOn,
  supplier: s.supplier,
  categoryId: p.categoryId,
  gbtCode: p.gbtCode,
  moeCode: p.moeCode,
  roomId: p.roomId,
  contactId: p.keeperId,
  origin: 'bought' as const,
  funding: p.funding,
  priceFen: p.priceFen,
  boughtOn,
  enabledOn: s.acceptedOn,
  warrantyUntil: p.warrantyUntil,
  purpose: p.purpose,
  imported: p.imported,
  // Customs supervise what was imported duty-free; the office ends it in the record.
  underCustoms: p.dutyFree,
  running: 'good' as const,
  indicators: p.indicators,
  accessories: p.accessories,
  hazards: p.hazards,
})
