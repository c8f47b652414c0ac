import { dictionaryRefusals, keeperCodes, type dictionaryCalls } from '@portal/contract/dictionary/dictionary'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { defineTranslation, forbidden, notFound, refuse, refuseField } from '../../kernel/refuse.ts'
import type { RawReply } from '../../kernel/send-reply.ts'
import { makeSheet, type SheetColumn } from '../../kernel/sheet.ts'
import { findToday } from '../../kernel/time.ts'
import { listKnown, listOffered, readDictionaries } from './dictionary.cache.ts'
import * as store from './dictionary.store.ts'
import { isFixed, listActions, type Kept } from './keeper.rules.ts'
import { isNeeded, isRead, judgeValue, keepsOne } from './value.rules.ts'

export async function listCodes(
  ctx: Ctx,
  { query: { type, dictName, all, page, size } }: Parsed<typeof dictionaryCalls.codes>,
) {
  const found = (await readDictionaries(ctx)).get(type ?? dictName ?? '')
  const items = all ? listKnown(found) : listOffered(found)
  return items.slice(page * size, (page + 1) * size)
}
export async function list(ctx: Ctx, { query }: Parsed<typeof dictionaryCalls.list>) {
  const { items, total } = await store.list(ctx.db, query.keyword ?? null, query)
  return {
    content: items.map(({ keptBy, ...d }) => ({
      ...d,
      fixed: isFixed(d.name),
      can: listActions({ ...d, keptBy }, (code) => ctx.holds(code)),
    })),
    totalElements: total,
  }
}
export async function listItems(ctx: Ctx, { query }: Parsed<typeof dictionaryCalls.items>) {
  const { items, total } = await store.listItems(ctx.db, query.dictName, query.keyword ?? null, query)
  return { content: items, totalElements: total }
}
/** In the format of the import; a keeper gets only the lists they keep. */
export async function exportItems(
  ctx: Ctx,
  { query }: Parsed<typeof dictionaryCalls.export>,
): Promise<RawReply> {
  const kept = ctx.holds('ADMIN') ? null : keeperCodes.filter((code) => ctx.holds(code))
  async function* rows() {
    yield* await store.listExported(ctx.db, query.dictName, kept)
  }
  return makeSheet('数据字典', columns, rows(), `${query.dictName ?? '数据字典'}-${findToday(ctx)}.xlsx`)
}
const columns: readonly SheetColumn<store.ExportedItem>[] = [
  { header: '字典名称', width: 26, value: (i) => i.name },
  { header: '描述', width: 30, value: (i) => i.description },
  { header: '标签', width: 30, value: (i) => i.label },
  { header: '值', width: 26, value: (i) => i.value },
  { header: '排序', width: 8, value: (i) => i.sort },
  { header: '状态', width: 8, value: (i) => (i.enabled ? '启用' : '停用') },
]
/** The most dictionaries that one call returns. */
const MAX_WHOLE = 200
export async function readWhole(ctx: Ctx, { query }: Parsed<typeof dictionaryCalls.whole>) {
  const all = await readDictionaries(ctx)
  const asked = query.names ? new Set(query.names.split(',')) : null
  return [...all.values()]
    .filter((d) => asked?.has(d.name) ?? true)
    .slice(0, MAX_WHOLE)
    .map((d) => ({ name: d.name, description: d.description, items: listOffered(d) }))
}

const translateViolation = defineTranslation({
  dictionary_name_key: () => refuseField('name', dictionaryRefusals.DICTIONARY_TAKEN, 'DICTIONARY_TAKEN'),
  dictionary_item_dictionary_id_value_key: () =>
    refuseField('value', dictionaryRefusals.ITEM_TAKEN, 'ITEM_TAKEN'),
  dictionary_item_dictionary_id_fkey: () => notFound('字典'),
})

export const create = (ctx: Ctx, { body }: Parsed<typeof dictionaryCalls.create>) =>
  translateViolation(() => store.add(ctx, body))

export async function createWhole(
  ctx: Ctx,
  { body: { items: rows, ...body } }: Parsed<typeof dictionaryCalls.createWhole>,
) {
  return translateViolation(async () => {
    const { id } = await store.add(ctx, body)
    if (rows.length) await store.addItems(ctx, id, rows)
    return { id }
  })
}

/**
 * Throws for built-in dictionaries, which the code reads by name, on a rename or removal. `name`: the new
 * name; null: removal.
 */
async function requireFree(ctx: Ctx, id: number, name: string | null): Promise<void> {
  ctx.target = `dictionary ${id}`
  const row = await store.find(ctx.db, id)
  if (!row) throw notFound('字典')
  const code = isFixed(row.name) ? 'DICTIONARY_FIXED' : 'DICTIONARY_BUILTIN'
  if (row.builtin && row.name !== name) throw refuse(code, dictionaryRefusals[code])
}

export async function change(ctx: Ctx, { body: { id, ...body } }: Parsed<typeof dictionaryCalls.change>) {
  await requireFree(ctx, id, body.name)
  await translateViolation(() => store.change(ctx, id, body))
  return null
}

async function removeById(ctx: Ctx, id: number) {
  await requireFree(ctx, id, null)
  await store.remove(ctx, id)
  return null
}
export const remove = (ctx: Ctx, { params }: Parsed<typeof dictionaryCalls.remove>) =>
  removeById(ctx, params.id)
export const removeWhole = (ctx: Ctx, { query }: Parsed<typeof dictionaryCalls.removeWhole>) =>
  removeById(ctx, query.id)

/**
 * A call may name any dictionary: keepers may change only their own, administrators all, nobody those of the
 * program's own states.
 */
function requireKeeper(ctx: Ctx, { name, keptBy }: Omit<Kept, 'builtin'>): void {
  if (isFixed(name)) throw refuse('DICTIONARY_FIXED', dictionaryRefusals.DICTIONARY_FIXED)
  if (!listActions({ name, builtin: true, keptBy }, (code) => ctx.holds(code)).includes('items'))
    throw forbidden(dictionaryRefusals.KEPT_BY_OTHERS)
}
function requireValue(name: string, value: string): void {
  const fault = judgeValue(name, value)
  if (fault) throw refuseField('value', fault, 'DICTIONARY_VALUE')
}
/** Throws if the item with this value may not be disabled, removed or given another value. */
const requireSpare = (of: { name: string; value: string; othersEnabled: number }) => {
  if (isNeeded(of.name, of.value)) throw refuse('ITEM_NEEDED', dictionaryRefusals.ITEM_NEEDED)
  if (keepsOne(of.name) && of.othersEnabled === 0) throw refuse('ITEM_LAST', dictionaryRefusals.ITEM_LAST)
}

export async function createItem(
  ctx: Ctx,
  { body: { dictId, ...body } }: Parsed<typeof dictionaryCalls.createItem>,
) {
  ctx.target = `dictionary ${dictId}`
  const to = await store.find(ctx.db, dictId)
  if (!to) throw notFound('字典')
  requireKeeper(ctx, to)
  requireValue(to.name, body.value)
  const [added] = await translateViolation(() => store.addItems(ctx, dictId, [body]))
  return added! // an insert returns its row
}
export async function changeItem(
  ctx: Ctx,
  { body: { id, ...sent } }: Parsed<typeof dictionaryCalls.changeItem>,
) {
  ctx.target = `dictionary item ${id}`
  const of = await store.lockOfItem(ctx, id)
  if (!of) throw notFound('字典条目')
  requireKeeper(ctx, of)
  const body = { ...sent, value: sent.value ?? of.value }
  requireValue(of.name, body.value)
  if (!body.enabled) requireSpare(of)
  else if (body.value !== of.value && isNeeded(of.name, of.value))
    throw refuse('ITEM_NEEDED', dictionaryRefusals.ITEM_NEEDED)
  if (body.value !== of.value && isRead(of.name, of.value))
    throw refuseField('value', dictionaryRefusals.ITEM_READ, 'ITEM_READ')
  if (!(await translateViolation(() => store.changeItem(ctx, id, body)))) throw notFound('字典条目')
  return null
}
export async function removeItem(ctx: Ctx, { params }: Parsed<typeof dictionaryCalls.removeItem>) {
  ctx.target = `dictionary item ${params.id}`
  const of = await store.lockOfItem(ctx, params.id)
  if (!of) throw notFound('字典条目')
  requireKeeper(ctx, of)
  requireSpare(of)
  if (isRead(of.name, of.value)) throw refuse('ITEM_READ', dictionaryRefusals.ITEM_READ)
  if (!(await store.removeItem(ctx, params.id))) throw notFound('字典条目')
  return null
}
