import {
  collegeTabs,
  listReportedTables,
  tabWords,
  type Layout,
} from '@portal/contract/ministry-report/layout'
import { ministryRefusals, type ministryReportCalls } from '@portal/contract/ministry-report/ministry-report'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound, refuse, refuseField } from '../../kernel/refuse.ts'
import type { RawReply } from '../../kernel/send-reply.ts'
import { findToday } from '../../kernel/time.ts'
import { check as checkAll, openIn, readWhole } from './check.action.ts'
import { drawBooks } from './draw.action.ts'
import { readLayout } from './layout.rules.ts'
import * as rowStore from './row.store.ts'
import { beginChange, requireYear, readStanding, type Standing } from './standing.action.ts'
import * as versionStore from './version.store.ts'
import { findState, findYear } from './year.rules.ts'
import * as store from './year.store.ts'

type Calls = typeof ministryReportCalls

const shown = (y: store.YearRecord) => ({ ...y, state: findState(y), verified: y.verifiedAt !== null })
/** Finds the open issues of a year that the caller sees: a head has no part in those of others. */
async function readOpen(ctx: Ctx, { deptIds }: Standing): Promise<(y: store.YearRecord) => number> {
  const own = deptIds && (await rowStore.countOpen(ctx.db, deptIds))
  return (y) => (own ? (own.get(y.year) ?? 0) : y.open)
}

export async function years(ctx: Ctx) {
  const standing = await readStanding(ctx)
  const findOpen = await readOpen(ctx, standing)
  return {
    items: (await store.list(ctx.db)).map((y) => ({ ...shown(y), open: findOpen(y) })),
    can: standing.office ? (['open'] as const).slice() : [],
  }
}

export async function year(ctx: Ctx, { params }: Parsed<Calls['year']>) {
  const standing = await readStanding(ctx)
  const y = await requireYear(ctx, params.year)
  const layout = await requireLayout(ctx, params.year)
  const tables = listReportedTables(layout, y.schoolKind).filter(
    (t) => standing.office || collegeTabs.some((c) => c === t.tab),
  )
  const counts = await rowStore.counts(
    ctx.db,
    y.year,
    standing.deptIds,
    tables.map((t) => t.tab),
  )
  const countOf = new Map(counts.map((c) => [c.tab, c]))
  const findOpen = await readOpen(ctx, standing)
  return {
    ...shown(y),
    open: findOpen(y),
    stale: y.checkedChanges !== y.changes,
    tables: tables.map((t) => ({
      ...(countOf.get(t.tab) ?? { rows: 0, issues: 0, explained: 0 }),
      tab: t.tab,
      title: t.title || tabWords[t.tab],
    })),
    frozen: await versionStore.list(ctx.db, y.year),
    can: listEvents(standing, y),
  }
}
function listEvents({ office }: Standing, y: store.YearRecord) {
  if (!office) return (['check'] as const).slice()
  const drawn = y.drawnAt !== null
  return [...(['set', 'layout', 'draw', 'check'] as const), ...(drawn ? (['freeze', 'file'] as const) : [])]
}
async function requireLayout(ctx: Ctx, y: number): Promise<Layout> {
  const layout = await store.findLayout(ctx.db, y)
  if (!layout) throw notFound('上报学年')
  return layout
}

/**
 * Opens a school year with the layout of the year before;
 * the first year gets the layout of older instructions.
 */
export async function open(ctx: Ctx, { body }: Parsed<Calls['open']>) {
  ctx.target = `ministry_year ${body.year}`
  if (body.year > findYear(findToday(ctx)))
    throw refuseField('year', ministryRefusals.YEAR_FUTURE, 'YEAR_FUTURE')
  const given = (await store.layoutBefore(ctx.db, body.year)) ?? (await store.starter(ctx.db))
  if (!(await store.add(ctx, { ...body, layout: given.layout, basis: findBasis(given) })))
    throw refuse('YEAR_OPEN', ministryRefusals.YEAR_OPEN, {
      status: 409,
      reasons: [{ code: 'YEAR_OPEN', message: ministryRefusals.YEAR_OPEN, field: 'year' }],
    })
  return { year: body.year }
}
const findBasis = ({ year: from, basis }: store.Given) =>
  from === null ? basis : `复制自 ${from}–${from + 1} 学年，须按当年填报说明核对`

export async function set(ctx: Ctx, { params, body }: Parsed<Calls['set']>) {
  await beginChange(ctx, params.year)
  await store.set(ctx, params.year, body)
  return null
}

// ── Layout ───────────────────────────────────────────────────────────────────

export async function layout(ctx: Ctx, { params }: Parsed<Calls['layout']>) {
  await readStanding(ctx)
  return requireLayout(ctx, params.year)
}
export async function layoutFile(ctx: Ctx, { params }: Parsed<Calls['layoutFile']>): Promise<RawReply> {
  const text = JSON.stringify(await requireLayout(ctx, params.year), null, 2)
  return {
    type: 'application/json; charset=utf-8',
    body: text,
    fileName: `上报版式-${params.year}-${params.year + 1}.json`,
  }
}
export async function setLayout(ctx: Ctx, { params, body }: Parsed<Calls['setLayout']>) {
  const read = readLayout(body.text)
  if ('faults' in read)
    throw refuse('BAD_LAYOUT', ministryRefusals.BAD_LAYOUT, {
      reasons: read.faults.map(({ place, message }) => ({
        code: 'BAD_LAYOUT',
        message: place ? `${place}：${message}` : message,
        field: 'text',
      })),
    })
  await beginChange(ctx, params.year)
  await store.setLayout(ctx, params.year, read.layout, body.basis)
  return null
}
export async function copyLayout(ctx: Ctx, { params }: Parsed<Calls['copyLayout']>) {
  await beginChange(ctx, params.year)
  const given = await store.layoutBefore(ctx.db, params.year)
  if (given?.year == null) throw refuse('NO_LAYOUT', ministryRefusals.NO_LAYOUT)
  await store.setLayout(ctx, params.year, given.layout, findBasis(given))
  return { from: given.year }
}
export async function verifyLayout(ctx: Ctx, { params, body }: Parsed<Calls['verifyLayout']>) {
  ctx.target = `ministry_year ${params.year}`
  if (!(await store.lock(ctx, params.year))) throw notFound('上报学年')
  await store.verify(ctx, params.year, body.basis)
  return null
}

// ── Drawing and checking ─────────────────────────────────────────────────────

export async function draw(ctx: Ctx, { params }: Parsed<Calls['draw']>) {
  await beginChange(ctx, params.year)
  const rows = await drawBooks(ctx, await readWhole(ctx, params.year))
  await store.setDrawn(ctx, params.year)
  await checkAll(ctx, params.year)
  return { rows, open: await openIn(ctx, params.year) }
}
/** Anyone who keeps rows may run the check: it changes nothing in others' rows and removes no explanation. */
export async function check(ctx: Ctx, { params }: Parsed<Calls['check']>) {
  const standing = await readStanding(ctx)
  ctx.target = `ministry_year ${params.year}`
  if (!(await store.lock(ctx, params.year))) throw notFound('上报学年')
  const { issues } = await checkAll(ctx, params.year)
  const findOpen = await readOpen(ctx, standing)
  return { found: issues.length, open: findOpen(await requireYear(ctx, params.year)) }
}
