import type { DeviceQuery } from '@portal/contract/device/device'
import { labCalls } from '@portal/contract/lab/lab'
import { defineCache, listWrites } from '../../kernel/cache.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { queryGrams } from '../../kernel/search.rules.ts'
import { together } from '../../kernel/together.ts'
import { listFamily, listHeadedDepts } from '../dept/dept.service.ts'
import { intersect, subtract, unite, listIds, makeSet, countIds } from './bits.rules.ts'
import { maySee } from './device.rules.ts'
import * as categories from './category.store.ts'
import { lookingFrom, readAsking } from './access.action.ts'
import { listGroups } from './search.rules.ts'
import * as search from './search.store.ts'

/**
 * Up to this many devices are fetched by id and sorted. Above it, scanning the index in order until the page
 * is full is quicker.
 */
const FEW = 250

type FreeOn = (ctx: Ctx, deviceIds: readonly number[], day: string) => Promise<number[]>
let freeOn: FreeOn | undefined
/** The openings module registers which devices have free time on a day; this module must not import it. */
export function registerAvailability(judge: FreeOn): void {
  freeOn = judge
}

/** The search criteria: the parsed query of a list, or a part of it. */
export type Wanted = Pick<DeviceQuery, 'page' | 'size' | 'order_by'> &
  Partial<DeviceQuery> & { priceFrom?: number | undefined; priceTo?: number | undefined }
export interface Scope {
  /**
   * `all`: every device; `visible`: those the person may see; `mine`: those the person is related to; `kept`:
   * `mine` and the devices of the depts the person heads.
   */
  of: 'all' | 'visible' | 'mine' | 'kept'
  /** Only of these labs. */
  labIds?: readonly number[] | undefined
  /**
   * Devices in closed laboratories are found as well, also as opened ones: `opened` asks for what is set, not
   * for what can be booked.
   */
  closedToo?: boolean
  /** For people who look for something to book: nothing in closed laboratories. */
  offered?: boolean
}

/** The devices that match a query, as a bitmap. */
export async function findSet(
  ctx: Ctx,
  q: Wanted,
  { of, labIds, closedToo = false, offered = of === 'visible' }: Scope,
): Promise<Buffer> {
  const sought = q.deviceName ? queryGrams(q.deviceName) : undefined
  const groups = listGroups({
    ...q,
    sought,
    labIds,
    deptIds: q.deptId === undefined ? undefined : await listFamily(ctx, q.deptId),
    categoryIds: q.categoryId === undefined ? undefined : await categories.listFamily(ctx.db, q.categoryId),
  })
  const words = sought?.recheck.length ? sought.recheck : undefined
  const asksOpened = q.opened === false || asksWays(q)
  const [found, named, scrapping, closed] = await together([
    search.find(ctx.db, groups, of === 'visible' ? ctx.me.id : null),
    words && search.findNamed(ctx.db, words),
    asksOpened ? search.findBeingScrapped(ctx.db) : undefined,
    !closedToo && (asksOpened || offered) ? findClosed(ctx) : undefined,
  ])
  let set = found
  if (q.shared === false) set = subtract(set, await search.find(ctx.db, [['shared']], null))
  if (closed && offered) set = await dropClosed(ctx, set, closed, of)
  if (scrapping) set = await judgeOpened(ctx, set, q, closed ? unite(scrapping, closed) : scrapping)
  if (of === 'mine') set = intersect(set, makeSet(await search.listOfPerson(ctx.db, ctx.me.id)))
  if (of === 'kept') set = intersect(set, await findKept(ctx))
  if (words && named) set = await keepWithWords(ctx, set, words, named)
  if (q.priceFrom !== undefined || q.priceTo !== undefined)
    set = makeSet(await search.filterByPrice(ctx.db, set, q.priceFrom ?? null, q.priceTo ?? null))
  if (q.freeOn !== undefined && freeOn) set = makeSet(await freeOn(ctx, listIds(set), q.freeOn))
  return set
}

/** True if it asks for devices that can be booked, in some way or by somebody. */
const asksWays = ({ opened, kind, tier, freeOn }: Wanted): boolean =>
  opened === true || kind !== undefined || tier !== undefined || freeOn !== undefined

/**
 * The index knows only the opening of a device. One of `unopened`, that is being scrapped or stands in a
 * closed laboratory, counts as not opened, as its row says.
 */
async function judgeOpened(ctx: Ctx, set: Buffer, q: Wanted, unopened: Buffer): Promise<Buffer> {
  const offered = asksWays(q) ? subtract(set, unopened) : set
  return q.opened === false
    ? subtract(offered, subtract(await search.find(ctx.db, [['opened']], null), unopened))
    : offered
}

/** The devices in closed laboratories; undefined: no laboratory is closed. */
async function findClosed(ctx: Ctx): Promise<Buffer | undefined> {
  const closed = await closedLabs.get(ctx, '', search.listClosedLabs)
  return closed.length === 0 ? undefined : search.find(ctx.db, [closed.map((id) => `lab ${id}`)], null)
}

/** Removes devices in closed laboratories, because they cannot be booked. Related people still see them. */
const dropClosed = async (ctx: Ctx, set: Buffer, closed: Buffer, of: Scope['of']): Promise<Buffer> =>
  subtract(
    set,
    of === 'visible' ? subtract(closed, makeSet(await search.listOfPerson(ctx.db, ctx.me.id))) : closed,
  )
const closedLabs = defineCache<number[]>({
  name: 'closed-labs',
  title: '停用的实验室',
  tables: ['lab'],
  calls: listWrites(labCalls),
  seconds: 30,
})

async function findKept(ctx: Ctx): Promise<Buffer> {
  const headed = await listHeadedDepts(ctx)
  const mine = makeSet(await search.listOfPerson(ctx.db, ctx.me.id))
  return headed.length === 0
    ? mine
    : unite(mine, await search.find(ctx.db, [headed.map((id) => `dept ${id}`)], null))
}

/**
 * Keeps the devices that contain the words themselves; the index only guarantees all pieces of the words.
 * Devices whose names contain them are known already; the search text of the others is read.
 */
async function keepWithWords(
  ctx: Ctx,
  set: Buffer,
  patterns: readonly string[],
  named: Buffer,
): Promise<Buffer> {
  const unsure = listIds(subtract(set, named))
  return unsure.length === 0
    ? set
    : subtract(set, makeSet(await search.findLacking(ctx.db, unsure, patterns)))
}

/** The devices among `ids` that the caller may see, in the given order. */
export async function filterVisible(ctx: Ctx, ids: readonly number[]): Promise<number[]> {
  const standing = await search.findStandings(ctx.db, await readAsking(ctx), ids)
  return ids.filter((id) => {
    const device = standing.get(id)
    return device !== undefined && maySee(device, lookingFrom(ctx))
  })
}

/** A page of the devices that match a query, and their total number. */
export async function findPage(ctx: Ctx, q: Wanted, scope: Scope) {
  const set = await findSet(ctx, q, scope)
  const total = countIds(set)
  const slice = { order: q.order_by, page: q.page, size: q.size }
  if (q.page * q.size >= total) return { items: [], total }
  return {
    items:
      total <= FEW
        ? await search.listFew(ctx.db, listIds(set), slice)
        : await search.listMany(ctx.db, set, slice),
    total,
  }
}

/** The devices that a back-office list shows. */
export const keptScope = (ctx: Ctx): Scope => ({ of: ctx.holds('DEVICE_ALL') ? 'all' : 'kept' })
