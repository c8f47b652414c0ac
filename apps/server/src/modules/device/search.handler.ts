import type { deviceCalls } from '@portal/contract/device/device'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { findStanding } from '../lab/lab.service.ts'
import { listActions, NOBODY } from './device.rules.ts'
import { showDevice } from './device.view.ts'
import { readAsking } from './access.action.ts'
import * as search from './search.store.ts'
import { findPage } from './search.action.ts'

export async function list(ctx: Ctx, { query }: Parsed<typeof deviceCalls.list>) {
  const { items, total } = await findPage(ctx, query, {
    of: ctx.holds('DEVICE_ALL', 'OPEN_SETTING_ALL') ? 'all' : 'visible',
  })
  return { items: items.map(showDevice), total }
}

export async function listShared(ctx: Ctx, { query }: Parsed<typeof deviceCalls.shared>) {
  const { items, total } = await findPage(ctx, { ...query, shared: true }, { of: 'all', offered: true })
  return { items: items.map(showDevice), total }
}

export async function listMine(ctx: Ctx, { query }: Parsed<typeof deviceCalls.my>) {
  const { items, total } = await findPage(ctx, query, { of: 'mine' })
  const standing = await search.findStandings(
    ctx.db,
    await readAsking(ctx),
    items.map((d) => d.id),
  )
  return {
    items: items.map((d) => ({
      ...showDevice(d),
      can: listActions(standing.get(d.id) ?? NOBODY, ctx.me.permissions),
    })),
    total,
  }
}

export async function listOfLab(
  ctx: Ctx,
  { query: { labId: key, ...query }, ...input }: Parsed<typeof deviceCalls.ofLab>,
) {
  const lab = await findStanding(ctx, key)
  return listShared(ctx, { ...input, query: { ...query, labId: lab.id } })
}
