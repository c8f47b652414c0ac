import type { Ctx } from '../../kernel/ctx.ts'
import type { Db } from '../../kernel/db.ts'
import { pageReply, type SortedAt } from '../../kernel/list.store.ts'
import type { Asked, Filters } from '../../kernel/of-device.store.ts'
import type { RawReply } from '../../kernel/send-reply.ts'
import { makeSheet, type SheetColumn } from '../../kernel/sheet.ts'
import { findLocal, findSpan } from '../../kernel/time.ts'
import { together } from '../../kernel/together.ts'
import * as approval from '../approval/approval.service.ts'
import { standingOn } from '../device/device.service.ts'
import { readWorld } from './access.action.ts'
import type { World } from './asset.rules.ts'

interface Query {
  scope?: 'all' | 'mine' | 'waiting' | undefined
  keyword?: string | undefined
  deviceId?: string | undefined
  labId?: number | undefined
  from?: string | undefined
  to?: string | undefined
}

/** The filters of a list for its store; an unknown device becomes id 0, which matches no row. */
export async function filtersFor(ctx: Ctx, q: Query): Promise<Filters> {
  const deviceId = q.deviceId === undefined ? null : ((await standingOn(ctx, q.deviceId))?.id ?? 0)
  return { keyword: q.keyword, labId: q.labId, deviceId, ...findSpan(q, ctx.env.CAMPUS_TZ) }
}

/** How the list of a lifecycle is made. */
interface Listing<Row, Role, Own, Shown> {
  business: 'transfer' | 'repair' | 'scrap' | 'benefit'
  /** The name of its file. */
  name: string
  store: {
    list(db: Db, asked: Asked<World, Own>, at: SortedAt): Promise<{ items: Row[]; total: number }>
    all(db: Db, asked: Asked<World, Own>): AsyncIterable<Row>
  }
  process: {
    rolesAmong(ctx: Ctx, rows: readonly Row[], world: World): Promise<(row: Row) => ReadonlySet<Role>>
  }
  rowOf: (row: Row, roles: ReadonlySet<Role>, world: World) => Shown
  columnsOf: (zone: string) => readonly SheetColumn<Row>[]
  /** The exported row without the values that this person may not see. */
  maskFor?: (row: Row, world: World) => Row
}

/** A lifecycle's list, as pages and as a file. */
export function defineLists<Row, Role, Own, Shown>(of: Listing<Row, Role, Own, Shown>) {
  async function readAsked(ctx: Ctx, query: Query & Own): Promise<Asked<World, Own>> {
    const [who, filters, ids] = await together([
      readWorld(ctx),
      filtersFor(ctx, query),
      query.scope === 'waiting' ? approval.listWaitingRows(ctx, of.business) : Promise.resolve(null),
    ])
    return { who, ids, filters: { ...query, ...filters } }
  }

  return {
    async list(ctx: Ctx, { query }: { query: Query & Own & SortedAt }) {
      const asked = await readAsked(ctx, query)
      const { items, total } = await of.store.list(ctx.db, asked, query)
      const rolesOn = await of.process.rolesAmong(ctx, items, asked.who)
      return pageReply(
        items.map((row) => of.rowOf(row, rolesOn(row), asked.who)),
        total,
      )
    },

    async exportList(ctx: Ctx, { query }: { query: Query & Own }): Promise<RawReply> {
      const asked = await readAsked(ctx, query)
      async function* rows() {
        for await (const row of of.store.all(ctx.db, asked)) yield of.maskFor?.(row, asked.who) ?? row
      }
      const zone = ctx.env.CAMPUS_TZ
      const fileName = `${of.name}-${findLocal(ctx.now, zone).day}.xlsx`
      return makeSheet(of.name, of.columnsOf(zone), rows(), fileName)
    },
  }
}
