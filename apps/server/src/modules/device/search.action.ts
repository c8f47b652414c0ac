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
 * Up to so many devices are fetched and sorted. Of more, it is quicker to walk the order
 * until a page is full.
 */
const FEW = 250

type FreeOn = (ctx: Ctx, deviceIds: readonly number[], day: string) => Promise<number[]>
let freeOn: FreeOn | undefined
/**
 * The module of openings, which may ask this one but not be asked, says which devices have
 * free time on a day.
 */
export function registerAvailability(judge: FreeOn): void {
  freeOn = judge
}

/** What to look for: the parsed query of a list, or some of it. */
export type Wanted = Pick<DeviceQuery, 'page' | 'size' | 'order_by'> &
  Partial<DeviceQuery> & { priceFrom?: number | undefined; priceTo?: number | undefined }
export interface Scope {
  /** Everything; what a person may see; what he has to do with; or that, and what the depts he heads have. */
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
  const groups = listGroups({
    ...q,
    sought,
    labIds,
    deptIds: q.deptId === undefined ? undefined : await listFamily(ctx, q.deptId),
    categoryIds: q.categoryId === undefined ? undefined : await categories.listFamily(ctx.db, q.categoryId),
  })
  const words = sought?.recheck.length ? sought.recheck : undefined
  const [found, named] = await together([
    search.find(ctx.db, groups, of === 'visible' ? ctx.me.id : null),
    words && search.findNamed(ctx.db, words),
  ])
  let set = found
  if (!closedToo && (of === 'visible' || q.shared || q.opened || q.freeOn !== undefined))
    set = await dropClosed(ctx, set, of)
  if (q.opened === false) set = subtract(set, await search.find(ctx.db, [['opened']], null))
  if (of === 'mine') set = intersect(set, makeSet(await search.listOfPerson(ctx.db, ctx.me.id)))
  if (of === 'kept') set = intersect(set, await findKept(ctx))
  if (words && named) set = await keepWithWords(ctx, set, words, named)
  if (q.priceFrom !== undefined || q.priceTo !== undefined)
    set = makeSet(await search.filterByPrice(ctx.db, set, q.priceFrom ?? null, q.priceTo ?? null))
  if (q.freeOn !== undefined && freeOn) set = makeSet(await freeOn(ctx, listIds(set), q.freeOn))
  return set
}

/**
 * Leaves out what stands in closed laboratories, because nobody can book it. Its own people go on seeing it.
 */
async function dropClosed(ctx: Ctx, set: Buffer, of: Scope['of']): Promise<Buffer> {
  const closed = await closedLabs.get(ctx, '', search.listClosedLabs)
  if (closed.length === 0) return set
  const gone = await search.find(ctx.db, [closed.map((id) => `lab ${id}`)], null)
  return subtract(
    set,
    of === 'visible' ? subtract(gone, makeSet(await search.listOfPerson(ctx.db, ctx.me.id))) : gone,
  )
}
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
 * Keeps those devices that hold the words themselves, of those that hold all pieces of them. The names mostly
 * show it; of the other devices the text is read.
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

/** Those among some devices that the person who asks may see, in the order given. */
export async function filterVisible(ctx: Ctx, ids: readonly number[]): Promise<number[]> {
  const standing = await search.findStandings(ctx.db, await readAsking(ctx), ids)
  return ids.filter((id) => {
    const device = standing.get(id)
    return device !== undefined && maySee(device, lookingFrom(ctx))
  })
}

/** A page of what a query finds, and how many that are in all. */
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

/** Which devices a list of the back office is about. */
export const keptScope = (ctx: Ctx): Scope => ({ of: ctx.holds('DEVICE_ALL') ? 'all' : 'kept' })
