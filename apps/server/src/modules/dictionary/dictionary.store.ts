import type { Permission } from '@portal/contract/kernel/permissions'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'
import { defineShortList, readShortPage } from '../../kernel/fixed-list.store.ts'
import type { Kept } from './keeper.rules.ts'

export interface DictionaryRow {
  id: number
  name: string
  description: string | null
  builtin: boolean
  keptBy: Permission | null
  itemCount: number
}
const LIST = defineShortList(1, {
  as: 'd',
  row: `d.id, d.name, d.description, d.builtin, d.kept_by as "keptBy",
    (select count(*) from dictionary_item i where i.dictionary_id = d.id) as "itemCount"`,
  from: 'dictionary d',
  where: `($1::text is null
    or position(lower($1) in lower(d.name || ' ' || coalesce(d.description, ''))) > 0)`,
  order: 'd.name',
})
export const list = (db: Db, keyword: string | null, page: { page: number; size: number }) =>
  readShortPage<DictionaryRow>(db, LIST, [keyword], page)

export interface ItemRow {
  id: number
  label: string
  value: string
  sort: number
  enabled: boolean
}
const ITEMS = defineShortList(2, {
  as: 'i',
  row: 'i.id, i.label, i.value, i.sort, i.enabled',
  from: 'dictionary_item i join dictionary d on d.id = i.dictionary_id',
  where: `d.name = $1
    and ($2::text is null or position(lower($2) in lower(i.label || ' ' || i.value)) > 0)`,
  order: 'i.sort, i.id',
})
export const listItems = (
  db: Db,
  name: string,
  keyword: string | null,
  page: { page: number; size: number },
) => readShortPage<ItemRow>(db, ITEMS, [name, keyword], page)

export interface Dictionary {
  name: string
  description: string | null
  items: readonly { label: string; value: string; enabled: boolean }[]
}
const ALL = `select d.name, d.description,
    coalesce((select json_agg(json_build_object('label', i.label, 'value', i.value, 'enabled', i.enabled)
          order by i.sort, i.id)
        from dictionary_item i where i.dictionary_id = d.id), '[]') as items
  from dictionary d order by d.name`
export const readAll = (db: Db) => run<Dictionary>(db, ALL, [])

export interface ExportedItem extends ItemRow {
  name: string
  description: string | null
}
const EXPORTED = `select d.name, d.description, i.id, i.label, i.value, i.sort, i.enabled from dictionary d
  join dictionary_item i on i.dictionary_id = d.id
  where ($1::text is null or d.name = $1) and ($2::text[] is null or d.kept_by = any ($2))
    order by d.name, i.sort, i.id`
/**
 * `keptBy`: only lists of holders of these permissions; null: all. Not paged: some hundred items in total.
 */
export const listExported = (db: Db, name: string | null, keptBy: readonly Permission[] | null) =>
  run<ExportedItem>(db, EXPORTED, [name, keptBy])

const FIND = 'select name, builtin, kept_by as "keptBy" from dictionary where id = $1'
export const find = async (db: Db, id: number) => (await run<Kept>(db, FIND, [id]))[0]

export const add = (ctx: Ctx, v: { name: string; description: string | null }) =>
  ctx.db
    .insertInto('dictionary')
    .values({ ...v, created_at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
export const change = (ctx: Ctx, id: number, v: { name: string; description: string | null }) =>
  ctx.db.updateTable('dictionary').set(v).where('id', '=', id).execute()
export const remove = (ctx: Ctx, id: number) => run(ctx.db, 'delete from dictionary where id = $1', [id])

interface ItemPlace {
  id: number
  name: string
  value: string
  keptBy: Permission | null
  othersEnabled: number
}
const LOCK = `select from dictionary
  where id = (select dictionary_id from dictionary_item where id = $1) for no key update`
const ITEM = `select d.id, d.name, i.value, d.kept_by as "keptBy", (select count(*)::int from dictionary_item o
    where o.dictionary_id = d.id and o.enabled and o.id <> i.id) as "othersEnabled"
  from dictionary_item i join dictionary d on d.id = i.dictionary_id where i.id = $1`
/**
 * The dictionary of an item, locked, so that two people who disable its last two enabled items do so one
 * after the other. The lock is a statement of its own, so that the second person's count sees what the first
 * one has committed meanwhile.
 */
export async function lockOfItem(ctx: Ctx, itemId: number): Promise<ItemPlace | undefined> {
  await run(ctx.db, LOCK, [itemId])
  return (await run<ItemPlace>(ctx.db, ITEM, [itemId]))[0]
}

export interface ItemValues {
  label: string
  value: string
  sort: number
  enabled: boolean
}
export const addItems = (ctx: Ctx, dictionaryId: number, values: readonly ItemValues[]) =>
  ctx.db
    .insertInto('dictionary_item')
    .values(values.map((v) => ({ ...v, dictionary_id: dictionaryId })))
    .returning('id')
    .execute()
/** Changes only the columns that the caller gave. */
export const changeItem = (ctx: Ctx, id: number, v: Partial<ItemValues>) =>
  ctx.db.updateTable('dictionary_item').set(v).where('id', '=', id).returning('id').executeTakeFirst()
export const removeItem = async (ctx: Ctx, id: number) =>
  (await run<{ id: number }>(ctx.db, 'delete from dictionary_item where id = $1 returning id', [id]))[0]
