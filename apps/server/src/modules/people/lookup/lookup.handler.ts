import type { Parsed } from '@portal/contract/kernel/call'
import type { peopleCalls } from '@portal/contract/people/people'
import { defineCache } from '../../../kernel/cache.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { walkChunks } from '../../../kernel/list.store.ts'
import { notFound } from '../../../kernel/refuse.ts'
import { queryGrams, type Sought } from '../../../kernel/search.rules.ts'
import type { RawReply } from '../../../kernel/send-reply.ts'
import { makeSheet } from '../../../kernel/sheet.ts'
import { findToday } from '../../../kernel/time.ts'
import { admitLookup } from '../lookups.action.ts'
import { mayList, requirePerson } from '../people.action.ts'
import { readLabels } from '../../dictionary/dictionary.service.ts'
import * as store from '../people.store.ts'
import { listColumns, showPersonRow } from '../people.view.ts'
import * as lists from './list.store.ts'

export async function find(ctx: Ctx, { query }: Parsed<typeof peopleCalls.find>) {
  const exact = query.keyword?.toLowerCase() ?? ''
  if (!mayList(ctx)) {
    const items = await findByUsername(ctx, exact)
    return { items, total: items.length }
  }
  if (query.ids) {
    const items = await lists.listCards(ctx.db, query.ids)
    return { items, total: items.length }
  }
  const sought = query.keyword ? queryGrams(query.keyword) : undefined
  const who = query.campus ? 'campus' : 'all'
  return sought ? lists.findCards(ctx.db, who, sought, exact, query) : lists.listEverybody(ctx.db, who, query)
}

/** For callers who may not list people: they must know the whole username. */
async function findByUsername(ctx: Ctx, username: string): Promise<lists.Card[]> {
  if (username === '') return []
  const found = await lists.findCard(ctx.db, username)
  admitLookup(ctx, found[0]?.id)
  return found
}

export async function findTeachers(ctx: Ctx, { query }: Parsed<typeof peopleCalls.findTeachers>) {
  if (!mayList(ctx)) return find(ctx, { params: {}, query: { ...query, campus: false }, body: {} })
  return lists.findCards(
    ctx.db,
    'teachers',
    query.keyword ? queryGrams(query.keyword) : undefined,
    query.keyword?.toLowerCase() ?? '',
    query,
  )
}

/**
 * A single letter matches tens of thousands of people: reading a page is quick, counting all is not, and each
 * page needs the total.
 */
const counts = defineCache<number>({
  name: 'people-found',
  title: '用户检索数',
  tables: [],
  seconds: 30,
  max: 300,
})
const MANY = 1000
const isSingleLetter = (sought: Sought | undefined) =>
  sought?.grams.every((gram) => Array.from(gram).length === 1) ?? false

/** The total, cached if it is so large that an inexact number goes unnoticed; undefined: count exactly. */
async function countMany(ctx: Ctx, filters: lists.Filters): Promise<number | undefined> {
  if (!isSingleLetter(filters.sought)) return undefined
  const known = await counts.get(ctx, JSON.stringify(filters), (db) => lists.countAll(db, filters))
  return known > MANY ? known : undefined
}

export async function list(ctx: Ctx, { query }: Parsed<typeof peopleCalls.list>) {
  const { keyword, deptId, roleId, userType, tier, enabled, onCampus } = query
  const filters: lists.Filters = {
    deptId,
    roleId,
    userType,
    tier,
    enabled,
    onCampus,
    sought: keyword ? queryGrams(keyword) : undefined,
  }
  const many = await countMany(ctx, filters)
  const { items, total } =
    many === undefined
      ? await lists.readCountedPage(ctx.db, filters, query)
      : { items: await lists.readPage(ctx.db, filters, query), total: many }
  return { items: items.map((r) => showPersonRow(r, ctx.me)), total }
}
export const listCampus = (ctx: Ctx, { query, ...rest }: Parsed<typeof peopleCalls.campusList>) =>
  list(ctx, { ...rest, query: { ...query, onCampus: true } })

/** The list, newest first, paged by key, so that the last page costs as little as the first. */
export async function exportList(ctx: Ctx, { query }: Parsed<typeof peopleCalls.export>): Promise<RawReply> {
  const filters = { ...query, sought: query.keyword ? queryGrams(query.keyword) : undefined }
  const rows = walkChunks<store.PersonRecord>((last, size) =>
    lists.readBefore(ctx.db, filters, last?.id, size),
  )
  const labels = await readLabels(ctx, 'campus_user_type')
  return makeSheet('用户', listColumns(ctx.env.CAMPUS_TZ, labels), rows, `用户-${findToday(ctx)}.xlsx`)
}

export async function showPerson(ctx: Ctx, { params }: Parsed<typeof peopleCalls.person>) {
  const record = await requirePerson(ctx, params.id)
  const about = await store.findAbout(ctx.db, params.id, ctx.now)
  // An account that was never used may be deleted between the two statements.
  if (!about) throw notFound('用户')
  return {
    ...showPersonRow(record, ctx.me),
    hasPassword: record.hasPassword,
    ...about,
  }
}

export async function showDirectory(ctx: Ctx, { query }: Parsed<typeof peopleCalls.directory>) {
  const { keyword = '' } = query
  if (!mayList(ctx)) {
    const items = await findByUsername(ctx, keyword.toLowerCase())
    return { items: items.map((card) => ({ ...card, posts: [] })), total: items.length }
  }
  return lists.readDirectory(
    ctx.db,
    { deptId: query.deptId, postId: query.postId, sought: queryGrams(keyword) },
    query,
  )
}
