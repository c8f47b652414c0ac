import { run, runOne, type Db } from '../../kernel/db.ts'

// Compares the search index with the rows it was made from. Triggers keep it (migrations 0002 and 0008); a
// row that was changed past them, by a restore or by hand with triggers off, would be found wrongly for ever.

/** Devices whose bits stand in one row of a token: `id >> 11` is its block. */
export const BLOCK = 2048

const LAST_BLOCK = `select greatest((select max(id) >> 11 from device),
  (select max(block) from device_token)) as last`
/** The last block that has devices or bits; null: neither. */
export const findLastBlock = async (db: Db): Promise<number | null> =>
  (await runOne<{ last: number | null }>(db, LAST_BLOCK, [])).last

// One statement sees rows and bits as of one moment, and both change in one transaction. What is wrong is
// turned over, as the triggers do it: a device that is saved meanwhile turns its own bits, in either order.
const REPAIR = `
  with meant as (
    select token, bit_or(set_bit(0::bit(${BLOCK}), (id & ${BLOCK - 1})::int, 1)) as bits
    from (
      select d.id, unnest(tokens_of(d)) as token from device d where d.id between $2 and $3
      union all
      select o.device_id, unnest(tokens_of(o)) from opening o where o.device_id between $2 and $3
    ) t
    group by token
  ),
  wrong as (
    select token, coalesce(kept.bits, 0::bit(${BLOCK})) # coalesce(meant.bits, 0::bit(${BLOCK})) as bits
    from (select token, bits from device_token where block = $1) kept full join meant using (token)
    where coalesce(kept.bits, 0::bit(${BLOCK})) <> coalesce(meant.bits, 0::bit(${BLOCK}))
  ),
  turned as (
    insert into device_token as t (token, block, bits)
    select token, $1, bits from wrong order by token
    on conflict (token, block) do update set bits = t.bits # excluded.bits
  )
  select coalesce(sum(bit_count(bits)), 0)::int as bits from wrong`
/** Repairs the rows of one block. Returns how many bits were wrong. */
export const repairBlock = async (db: Db, block: number): Promise<number> =>
  (await runOne<{ bits: number }>(db, REPAIR, [block, block * BLOCK, block * BLOCK + BLOCK - 1])).bits

const NAMES = `
  insert into device_name (key, text)
  select distinct md5(names_of(d)), names_of(d) from device d
  where not exists (select from device_name n where n.key = md5(names_of(d)))
  on conflict do nothing returning key`
/** Adds names of devices that the list of names lacks. Returns how many. */
export const addMissingNames = async (db: Db): Promise<number> => (await run(db, NAMES, [])).length
