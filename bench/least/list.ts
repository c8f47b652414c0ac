import { holdsAny } from '@portal/contract/kernel/permissions'
import { queryGrams } from '../../apps/server/src/kernel/search.rules.ts'
import {
  countIds,
  joinBlocks,
  listIds,
  makeSet,
  subtract,
} from '../../apps/server/src/modules/device/bits.rules.ts'
import type { Database } from './database.ts'
import { LINE, LINE_JOINS, showLine, type Line } from './device.ts'
import type { Person } from './who.ts'

// The list by name, with the exact total, most used first. One statement finds the ids by the bitmap index
// (`device_token`), another reads the rows. A single statement was tried: extracting bit positions in SQL
// costs PostgreSQL three times as much as the second round trip.

const FIND = `
  with found as (
      select block, bit_and(bits) as bits from (
        select w.n, t.block, bit_or(t.bits) as bits from (
          select token, n from unnest($1::text[], $2::int[]) as w (token, n)
          union all select 'lab ' || lab_id, $4::int from lab_member where user_id = $3::int8
        ) w join device_token t using (token) group by w.n, t.block
      ) g group by block having count(*) = $5),
    closed as (select block, bit_or(bits) as bits from device_token
      where token = any(array(select 'lab ' || id from lab where not enabled
        and not exists (select from lab_member m where m.lab_id = lab.id and m.user_id = $3)))
      group by block),
    named as (select block, bit_or(bits) as bits from device_token
      where token = any(array(select 'name ' || key from device_name
        where cardinality($6::text[]) > 0 and text like all($6::text[]))) group by block)
  select block, substring(bit_send(coalesce(f.bits & ~c.bits, f.bits)) from 5) as bits,
    substring(bit_send(n.bits) from 5) as named
  from found f left join closed c using (block) left join named n using (block)`
interface Block {
  block: number
  bits: Buffer
  named: Buffer | null
}

const LACKING = `select id from device where id = any($1::int8[]) and not search_text like all($2::text[])`

const selectPage = (within: string) => `
  select ${LINE} from unnest(array(select device_id from device_use_year where ${within}
      order by minutes desc, device_id limit 20)) with ordinality as p (id, place)
    join device d on d.id = p.id ${LINE_JOINS} order by p.place`
const FEW = selectPage('device_id = any($1::int8[])')
const MANY = selectPage(`case when device_id < length($1::bytea) * 8
  then get_bit($1::bytea, device_id # 7) = 1 else false end`)
/** Up to so many rows are sorted; for more, the index in sort order is scanned. */
const MOST_SORTED = 250

const IN_USE = ['normal', 'maintenance', 'broken'].map((status) => `status ${status}`)

export async function listDevices({ ask }: Database, me: Person, name: string) {
  const sought = queryGrams(name)
  const words = sought?.recheck ?? []
  const all = holdsAny(me.permissions, ['DEVICE_ALL', 'OPEN_SETTING_ALL'])
  const groups = [IN_USE, ...(sought?.grams ?? []).map((gram) => [gram]), ...(all ? [] : [['shared']])]
  const blocks = await ask<Block>(FIND, [
    groups.flat(),
    groups.flatMap((group, n) => group.map(() => n)),
    all ? null : me.id,
    groups.length - 1,
    groups.length,
    words,
  ])
  let set = joinBlocks(blocks)
  if (words.length > 0) {
    const named = joinBlocks(blocks.flatMap(({ block, named: bits }) => (bits ? [{ block, bits }] : [])))
    const unsure = listIds(subtract(set, named))
    // Candidates have all grams of a long word but perhaps not the word itself, so their text is checked.
    if (unsure.length > 0)
      set = subtract(set, makeSet((await ask<{ id: number }>(LACKING, [unsure, words])).map(({ id }) => id)))
  }
  const total = countIds(set)
  const rows = total > MOST_SORTED ? await ask<Line>(MANY, [set]) : await ask<Line>(FEW, [listIds(set)])
  return { items: rows.map(showLine), total }
}
