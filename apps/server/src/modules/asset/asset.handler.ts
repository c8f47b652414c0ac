import type { assetCalls, AssetLabel } from '@portal/contract/asset/calls'
import { repairNumber, scrapNumber, transferNumber } from '@portal/contract/asset/parts'
import { listWays } from '@portal/contract/device/device'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { findToday } from '../../kernel/time.ts'
import { together } from '../../kernel/together.ts'
import * as approval from '../approval/approval.service.ts'
import { listOwnUses } from '../booking/booking.service.ts'
import * as panel from '../panel/panel.service.ts'
import { showDevice, standingOn } from '../device/device.service.ts'
import { showAttachment, keep, keepPicture } from '../file/file.service.ts'
import { countedDepts, readBusy, readWorld } from './access.action.ts'
import { looksAfter, isRunBy, mayRecord, takesPart } from './asset.rules.ts'
import * as store from './asset.store.ts'
import { makeRef } from '@portal/contract/kernel/rows'

type Action = AssetLabel['can'][number]

/** The page that a label leads to. Permissions on the device are the same as on its own page. */
export async function showLabel(ctx: Ctx, { query }: Parsed<typeof assetCalls.label>) {
  const device = await showDevice(ctx, query.serialId)
  const world = await readWorld(ctx)
  const kept = { labId: device.lab.id, contactId: device.contact?.id ?? null }
  const [uses, under, depts, counts, next, own, standing] = await together([
    listOwnUses(ctx, device.id),
    readBusy(ctx, device.id),
    countedDepts(ctx, world),
    store.listOpenStocktakes(ctx.db, device.id),
    store.findNextPlan(ctx.db, device.id, null),
    store.findNextPlan(ctx.db, device.id, ctx.me.id),
    standingOn(ctx, device.id),
  ])
  const stocktakes = counts.filter((s) => takesPart(world, depts, s.deptId))
  const concerned = looksAfter(world, kept)
  const works = device.status !== 'scrapped'
  const runs = works && isRunBy(world, kept)
  const member = { ...kept, roles: standing?.roles ?? [] }
  // Whoever is only named in plans records nothing else.
  const onlyOwn = !mayRecord(world, member, false)
  const shown = concerned ? next : own
  const can: Action[] = [
    ...(listWays(device) === null ? [] : (['book'] as const)),
    ...(works ? (['report'] as const) : []),
    ...(works && mayRecord(world, member, own !== null) ? (['record'] as const) : []),
    ...(runs ? (['plan'] as const) : []),
    ...(runs && under.transferId === null && under.scrapState === null ? (['transfer'] as const) : []),
    ...(runs && under.scrapState === null ? (['scrap'] as const) : []),
    ...(stocktakes.length > 0 ? (['scan'] as const) : []),
  ]
  return {
    device,
    can,
    uses,
    openRepair: concerned ? findOpenRepair(under) : null,
    openTransfer: concerned ? findOpenTransfer(under) : null,
    openScrap: concerned ? findOpenScrap(under) : null,
    stocktakes: stocktakes.map((s) => ({
      id: s.id,
      name: s.name,
      scannedAt: s.scannedAt?.toISOString() ?? null,
    })),
    nextMaintenance: shown,
    recordPlanId: (onlyOwn ? own : findDue([own, shown], findToday(ctx)))?.id ?? null,
  }
}

const findDue = <P extends { nextOn: string }>(plans: readonly (P | null)[], today: string): P | null =>
  plans.find((p) => p !== null && p.nextOn <= today) ?? null
const findOpenRepair = ({ repairId: id, repairState: state }: store.Busy) =>
  id === null || state === null ? null : { id, number: repairNumber(id), state }
function findOpenTransfer({ transferId: id, toLabId, toLabName }: store.Busy) {
  const to = makeRef(toLabId, toLabName)
  return id === null || to === null ? null : { id, number: transferNumber(id), to }
}

function findOpenScrap({ scrapId: id, scrapState: state, scrapRequester: requester }: store.Busy) {
  if (id === null || state === null || requester === null) return null
  return { id, number: scrapNumber(id), state, requester }
}

export async function attach(ctx: Ctx, { body }: Parsed<typeof assetCalls.attach>) {
  const kept = []
  for (const file of ctx.files) {
    const about = { business: body.business, visibility: 'private' } as const
    kept.push(
      showAttachment(
        file.mime.startsWith('image/') ? await keepPicture(ctx, file, about) : await keep(ctx, file, about),
      ),
    )
  }
  return kept
}

export async function countWaiting(ctx: Ctx) {
  const of = async (business: 'transfer' | 'repair' | 'scrap') =>
    (await approval.listWaitingRows(ctx, business)).length
  const [transfers, repairs, scraps, panels, maintenance] = await together([
    of('transfer'),
    of('repair'),
    of('scrap'),
    panel.countWaiting(ctx),
    store.countDue(ctx.db, ctx.me.id, findToday(ctx)),
  ])
  return { transfers, repairs, scraps, scrapPanels: panels.scrap, maintenance }
}
