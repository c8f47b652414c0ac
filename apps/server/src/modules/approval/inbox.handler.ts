import type { approvalCalls } from '@portal/contract/approval/approval'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import * as store from './inbox.store.ts'

/** How many of the oldest tasks the overview shows. */
const FIRST = 5

export async function showWaiting(ctx: Ctx) {
  const [counts, items] = await Promise.all([
    store.countWaiting(ctx),
    store.listWaiting(ctx, { all: false, after: 0, size: FIRST }),
  ])
  return { total: counts.reduce((sum, c) => sum + c.count, 0), counts, items }
}

export async function listTasks(ctx: Ctx, { query }: Parsed<typeof approvalCalls.tasks>) {
  const { state, size, after = '' } = query
  // One more than asked for shows whether there is a next page.
  const found = await (state === 'waiting'
    ? store.listWaiting(ctx, {
        ...query,
        all: query.all === true && ctx.holds('ADMIN'),
        after: Number(after.split('_')[0]),
        size: size + 1,
      })
    : store.listDone(ctx, { ...query, after: findPlace(after), size: size + 1 }))
  const items = found.slice(0, size)
  const last = items.at(-1)
  return { items, next: found.length > size && last ? findCursor(last) : null }
}

const findCursor = (t: store.TaskRow) => (t.actedAt ? `${t.actedAt.getTime()}_${t.actedNo}` : String(t.id))
function findPlace(after: string) {
  const [actedAt, no] = after.split('_').map(Number)
  return actedAt && no ? { actedAt: new Date(actedAt), no } : null
}
