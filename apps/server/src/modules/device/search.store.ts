import type { DeviceQuery } from '@portal/contract/device/device'
import { run, type Db } from '../../kernel/db.ts'
import { selectBeingScrapped } from '../../kernel/of-device.store.ts'
import type { Standing } from './device.rules.ts'
import { STANDING_COLUMNS, type Asking } from './device.store.ts'
import { joinBlocks, makeSet, type Block } from './bits.rules.ts'
import type { TokenGroups } from './search.rules.ts'
import { ROW, ROW_JOINS, type DeviceRow } from './row.store.ts'

// bit_send puts the number of bits in the first four bytes; they are cut off.
const FIND = `
  select block, substring(bit_send(bit_and(bits)) from 5) as bits
  from (
    select w.n, t.block, bit_or(t.bits) as bits
    from (
      select token, n from unnest($1::text[], $2::int[]) as w (token, n)
      union all select 'lab ' || m.lab_id, $4::int from lab_member m where m.user_id = $5::int8
    ) w join device_token t using (token)
    group by w.n, t.block
  ) found
  group by block having count(*) = $3`

/**
 * Devices that have a token of each group. With `visibleTo`, only shared devices and those of this person's
 * labs.
 */
export async function find(db: Db, groups: TokenGroups, visibleTo: number | null): Promise<Buffer> {
  const all = visibleTo === null ? groups : [...groups, ['shared']]
  const tokens = all.flat()
  const numbers = all.flatMap((group, n) => group.map(() => n))
  return joinBlocks(await run<Block>(db, FIND, [tokens, numbers, all.length, all.length - 1, visibleTo]))
}

const CLOSED = `select id from lab where not enabled`
/** Closed laboratories: their devices are not offered. */
export const listClosedLabs = async (db: Db): Promise<number[]> =>
  (await run<{ id: number }>(db, CLOSED, [])).map((r) => r.id)

/** Devices that are being scrapped: they take no bookings, whatever their opening says. */
export const findBeingScrapped = async (db: Db): Promise<Buffer> =>
  makeSet((await run<{ id: number }>(db, selectBeingScrapped, [])).map((r) => r.id))

const NAMED = `select block, substring(bit_send(bit_or(bits)) from 5) as bits from device_token
  where token = any (array(select 'name ' || key from device_name where text like all ($1::text[])))
  group by block`
/** Devices whose names match all these patterns. */
export const findNamed = async (db: Db, patterns: readonly string[]): Promise<Buffer> =>
  joinBlocks(await run<Block>(db, NAMED, [patterns]))

const LACKING = `select id from device where id = any ($1::int8[]) and not search_text like all ($2::text[])`
/** Devices among `ids` whose search text does not match all patterns. */
export const findLacking = async (
  db: Db,
  ids: readonly number[],
  patterns: readonly string[],
): Promise<number[]> => (await run<{ id: number }>(db, LACKING, [ids, patterns])).map((r) => r.id)

const MINE = `select d.id from device d
  where d.lab_id in (select lab_id from lab_member where user_id = $1 union select lab_id from device_reviewer
    where user_id = $1 and lab_id is not null)
  union select device_id from device_reviewer where user_id = $1 and device_id is not null
  union select d.id from device d where d.contact_id = $1`
/** Devices of the labs a person belongs to, and those the person reviews or is the contact of. */
export const listOfPerson = async (db: Db, userId: number): Promise<number[]> =>
  (await run<{ id: number }>(db, MINE, [userId])).map((r) => r.id)

const STANDING = `select d.id, d.shared, d.contact_id as "contactId",
    ${STANDING_COLUMNS}
  from device d where d.id = any ($2::int8[])`
/** A person's standing on each of these devices. */
export const findStandings = async (
  db: Db,
  who: Asking,
  ids: readonly number[],
): Promise<Map<number, Standing>> =>
  new Map(
    (await run<Standing & { id: number }>(db, STANDING, [who.id, ids, who.headedDepts])).map((row) => [
      row.id,
      row,
    ]),
  )

const PRICED = `select id from device
  where price_fen >= coalesce($2::int8, 0) and price_fen <= coalesce($3::int8, 9223372036854775807)
  and case when id < $4::int8 then get_bit($1::bytea, id # 7) = 1 else false end`
/** Devices of a set whose price in fen is in this closed range; null: no limit. */
export const filterByPrice = async (
  db: Db,
  set: Buffer,
  from: number | null,
  to: number | null,
): Promise<number[]> =>
  (await run<{ id: number }>(db, PRICED, [set, from, to, set.length * 8])).map((r) => r.id)

// Each order is read along an index, forwards or backwards, so that the cost depends on the page only.
const ORDERS: Record<DeviceQuery['order_by'], { from: string; id: string; by: string }> = {
  'name asc': { from: 'device', id: 'id', by: 'name collate "zh-x-icu", id' },
  'name desc': { from: 'device', id: 'id', by: 'name collate "zh-x-icu" desc, id desc' },
  'price asc': { from: 'device', id: 'id', by: 'price_fen, id' },
  'price desc': { from: 'device', id: 'id', by: 'price_fen desc nulls last, id' },
  'use asc': { from: 'device_use_year', id: 'device_id', by: 'minutes, device_id desc' },
  'use desc': { from: 'device_use_year', id: 'device_id', by: 'minutes desc, device_id' },
}
// The page's ids are collected into an array first, so that the planner expects a handful of keys for the
// joins, whatever the size of the set.
const selectRows = (page: string) =>
  `select ${ROW} from unnest(array(${page})) with ordinality as p (id, place)
    join device d on d.id = p.id ${ROW_JOINS} order by p.place`
const listPages = (within: (id: string) => string) =>
  // The result has one entry per order, like ORDERS.
  Object.fromEntries(
    Object.entries(ORDERS).map(([order, { from, id, by }]) => [
      order,
      selectRows(`select ${id} from ${from} where ${within(id)} order by ${by} limit $2 offset $3`),
    ]),
  ) as Record<keyof typeof ORDERS, string>

const FEW = listPages((id) => `${id} = any ($1::int8[])`)
// get_bit counts the bits of a byte from the right, hence `# 7`. A device newer than the set is not in it.
const MANY = listPages(
  (id) => `case when ${id} < $4::int8 then get_bit($1::bytea, ${id} # 7) = 1 else false end`,
)

interface Slice {
  order: DeviceQuery['order_by']
  page: number
  size: number
}
/** A page of a small set: fetches the devices by id, then sorts. */
export const listFew = (db: Db, ids: readonly number[], { order, page, size }: Slice) =>
  run<DeviceRow>(db, FEW[order], [ids, size, page * size])
/** A page of a large set: scans the order's index and keeps devices in the set until the page is full. */
export const listMany = (db: Db, set: Buffer, { order, page, size }: Slice) =>
  run<DeviceRow>(db, MANY[order], [set, size, page * size, set.length * 8])
