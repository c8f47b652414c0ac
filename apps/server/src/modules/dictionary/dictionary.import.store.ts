import type { Permission } from '@portal/contract/kernel/permissions'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'

const DICTIONARIES = `select name, description, kept_by as "keptBy" from dictionary where name = any ($1)`
export const findDictionaries = (db: Db, names: readonly string[]) =>
  run<{ name: string; description: string | null; keptBy: Permission | null }>(db, DICTIONARIES, [names])

export interface KnownItem {
  name: string
  label: string
  value: string
  sort: number
  enabled: boolean
}
const ITEMS = `select d.name, i.label, i.value, i.sort, i.enabled
  from unnest($1::text[], $2::text[]) asked (name, value)
  join dictionary d on d.name = asked.name
  join dictionary_item i on i.dictionary_id = d.id and i.value = asked.value`
export const findItems = (db: Db, asked: readonly { name: string; value: string }[]) =>
  run<KnownItem>(db, ITEMS, [asked.map((a) => a.name), asked.map((a) => a.value)])

export interface ImportedItem extends KnownItem {
  /** Set if the dictionary is new. */
  description: string | null
}
const RECORDS = `jsonb_to_recordset($1::jsonb) r (name text, description text, label text, value text,
    sort int, enabled boolean)`
const ADD_DICTIONARIES = `insert into dictionary (name, description, created_at)
  select name, max(description), $2 from ${RECORDS} group by name on conflict (name) do nothing`
const KEEP_ITEMS = `insert into dictionary_item (dictionary_id, label, value, sort, enabled)
  select d.id, r.label, r.value, r.sort, r.enabled from ${RECORDS} join dictionary d on d.name = r.name
  on conflict (dictionary_id, value) do update set label = excluded.label, sort = excluded.sort,
    enabled = excluded.enabled`
export async function keep(ctx: Ctx, items: readonly ImportedItem[]): Promise<void> {
  const records = JSON.stringify(items)
  await run(ctx.db, ADD_DICTIONARIES, [records, ctx.now])
  await run(ctx.db, KEEP_ITEMS, [records])
}
