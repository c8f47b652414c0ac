import type { DeviceQuery, deviceCalls } from '@portal/contract/device/device'
import type { Parsed } from '@portal/contract/kernel/call'
import { labCalls } from '@portal/contract/lab/lab'
import { defineCache, writesOf } from '../../kernel/cache.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { queryGrams } from '../../kernel/search.rules.ts'
import { together } from '../../kernel/together.ts'
import { familyOf, listHeadedDepts } from '../dept/dept.service.ts'
import { standingOn } from '../lab/lab.service.ts'
import { both, but, either, idsOf, setOf, sizeOf } from './bits.rules.ts'
import { canOf, maySee } from './device.rules.ts'
import * as categories from './category.store.ts'
import { deviceOf } from './device.view.ts'
import { asking } from './scope.action.ts'
import { groupsOf } from './search.rules.ts'
import * as search from './search.store.ts'

/** Below this many, devices are fetched and sorted; above, it is quicker to walk the order until a page is full. */
const FEW = 250

type FreeOn = (ctx: Ctx, deviceIds: readonly number[], day: string) => Promise<number[]>
let freeOn: FreeOn | undefined
/** The opening module, which stands below, says which of some devices have free open time on a day. */
export function judgeFreeOn(judge: FreeOn): void {
  freeOn = judge
}

export type { DeviceRow } from './row.store.ts'
/** What to look for: the parsed query of a list, or some of it. */
export type Wanted = Pick<DeviceQuery, 'page' | 'size' | 'order_by'> &
  Partial<DeviceQuery> & { priceFrom?: number | undefined; priceTo?: number | undefined }
export interface Scope {
  /** Everything, what a person may see, only what he has to do with, or that and what stands in the depts he heads. */
  of: 'all' | 'visible' | 'mine' | 'kept'
  /** Only of these labs. */
  labIds?: readonly number[] | undefined
  /** For those who keep them: also what stands in closed laboratories. */
  closedToo?: boolean
}

/** The devices that a query finds, as a set. */
export async function findSet(
  ctx: Ctx,
  q: Wanted,
  { of, labIds, closedToo = of === 'mine' || of === 'kept' }: Scope,
): Promise<Buffer> {
  const sought = q.deviceName ? queryGrams(q.deviceName) : undefined
  const groups = groupsOf({
    ...q,
    sought,
    labIds,
    deptIds: q.deptId === undefined ? undefined : await familyOf(ctx, q.deptId),
    categoryIds: q.categoryId === undefined ? undefined : await categories.family(ctx.db, q.categoryId),
  })
  const words = sought?.recheck.length ? sought.recheck : undefined
  const [found, named] = await together([
    search.find(ctx.db, groups, of === 'visible' ? ctx.me.id : null),
    words && search.named(ctx.db, words),
  ])
  let set = found
  if (!closedToo && (of === 'visible' || q.shared || q.opened || q.freeOn !== undefined))
    set = await offered(ctx, set, of)
  if (q.opened === false) set = but(set, await search.find(ctx.db, [['opened']], null))
  if (of === 'mine') set = both(set, setOf(await search.ofPerson(ctx.db, ctx.me.id)))
  if (of === 'kept') set = both(set, await keptBy(ctx))
  if (words && named) set = await withWords(ctx, set, words, named)
  if (q.priceFrom !== undefined || q.priceTo !== undefined)
    set = setOf(await search.priced(ctx.db, set, q.priceFrom ?? null, q.priceTo ?? null))
  if (q.freeOn !== undefined && freeOn) set = setOf(await freeOn(ctx, idsOf(set), q.freeOn))
  return set
}

/** Without what stands in closed laboratories: nobody can book it. Its own people go on seeing it. */
async function offered(ctx: Ctx, set: Buffer, of: Scope['of']): Promise<Buffer> {
  const closed = await closedLabs.get(ctx, '', search.closedLabs)
  if (closed.length === 0) return set
  const gone = await search.find(ctx.db, [closed.map((id) => `lab ${id}`)], null)
  return but(set, of === 'visible' ? but(gone, setOf(await search.ofPerson(ctx.db, ctx.me.id))) : gone)
}
const closedLabs = defineCache<number[]>({
  name: 'closed-labs',
  title: '停用的实验室',
  tables: ['lab'],
  calls: writesOf(labCalls),
  seconds: 30,
})

async function keptBy(ctx: Ctx): Promise<Buffer> {
  const headed = await listHeadedDepts(ctx)
  const mine = setOf(await search.ofPerson(ctx.db, ctx.me.id))
  return headed.length === 0
    ? mine
    : either(mine, await search.find(ctx.db, [headed.map((id) => `dept ${id}`)], null))
}

/** Keeps the devices that hold the words, of those that hold all their pieces: the name mostly shows it, the text of the others is read. */
async function withWords(ctx: Ctx, set: Buffer, patterns: readonly string[], named: Buffer): Promise<Buffer> {
  const unsure = idsOf(but(set, named))
  return unsure.length === 0 ? set : but(set, setOf(await search.lacking(ctx.db, unsure, patterns)))
}

/** Those among some devices that the person who asks may see, in the order given. */
export async function visibleAmong(ctx: Ctx, ids: readonly number[]): Promise<number[]> {
  const standing = await search.standingOn(ctx.db, await asking(ctx), ids)
  return ids.filter((id) => {
    const device = standing.get(id)
    return device !== undefined && maySee(device, ctx.me)
  })
}

/** A page of what a query finds, and how many that are in all. */
export async function findPage(ctx: Ctx, q: Wanted, scope: Scope) {
  const set = await findSet(ctx, q, scope)
  const total = sizeOf(set)
  const slice = { order: q.order_by, page: q.page, size: q.size }
  if (q.page * q.size >= total) return { items: [], total }
  return {
    items:
      total <= FEW
        ? await search.pageOfFew(ctx.db, idsOf(set), slice)
        : await search.pageOfMany(ctx.db, set, slice),
    total,
  }
}

export async function list(ctx: Ctx, { query }: Parsed<typeof deviceCalls.list>) {
  const { items, total } = await findPage(ctx, query, {
    of: ctx.holds('DEVICE_ALL', 'OPEN_SETTING_ALL') ? 'all' : 'visible',
  })
  return { items: items.map(deviceOf), total }
}

export async function shared(ctx: Ctx, { query }: Parsed<typeof deviceCalls.shared>) {
  const { items, total } = await findPage(ctx, { ...query, shared: true }, { of: 'all' })
  return { items: items.map(deviceOf), total }
}

/** A device that was removed meanwhile. */
export const NOBODY = { roles: [], reviews: false, headed: false }
export async function my(ctx: Ctx, { query }: Parsed<typeof deviceCalls.my>) {
  const { items, total } = await findPage(ctx, query, { of: 'mine' })
  const standing = await search.standingOn(
    ctx.db,
    await asking(ctx),
    items.map((d) => d.id),
  )
  return {
    items: items.map((d) => ({
      ...deviceOf(d),
      can: canOf(standing.get(d.id) ?? NOBODY, ctx.me.permissions),
    })),
    total,
  }
}

export async function ofLab(
  ctx: Ctx,
  { query: { labId: key, ...query }, ...input }: Parsed<typeof deviceCalls.ofLab>,
) {
  const lab = await standingOn(ctx, key)
  return shared(ctx, { ...input, query: { ...query, labId: lab.id } })
}
