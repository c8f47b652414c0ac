import { pivotCalls } from '@portal/contract/statistics/pivot'
import { statisticsCalls, type Scope } from '@portal/contract/statistics/statistics'
import type { ViewScreen } from '@portal/contract/statistics/view'
import type { z } from 'zod'
import type { Ctx } from '../../kernel/ctx.ts'
import { parseAnything } from '../../kernel/parse.rules.ts'
import { refReader } from '../../kernel/refs.ts'
import { notFound, refuse } from '../../kernel/refuse.ts'
import { readStanding } from './standing.action.ts'
import * as store from './view.store.ts'

/** The caller's id, scopes and departments, which decide which views the caller may see. */
export async function readAsker(ctx: Ctx): Promise<store.Asker> {
  const { scopes, deptIds } = await readStanding(ctx)
  return { id: ctx.me.id, scopes, deptIds }
}

/** A view of the caller, or one that is shared with the caller. Any other id is refused as not found. */
export async function requireView(ctx: Ctx, id: number): Promise<store.View> {
  const found = await store.find(ctx.db, await readAsker(ctx), id)
  if (!found?.seen) throw notFound('视图')
  const { seen, ...view } = found
  ctx.allow(seen)
  return view
}

/** Parameters whose name in a page's address differs from the name in the call. */
const CALLED: Record<string, string> = { lab: 'labId', device: 'deviceId' }
/** The address parameters that narrow the question; page and order belong to the page itself. */
const ASKED = [
  'labId',
  'deptId',
  'deviceId',
  'nature',
  'by',
  'idle',
  'shared',
  'row',
  'row2',
  'column',
  'measures',
  'only',
]

interface Question {
  screen: ViewScreen
  params: Record<string, string>
  scope: Scope
}
export interface Days {
  from: string
  to: string
}
const asked = ({ params, scope }: Question, days: Days) => ({
  ...Object.fromEntries(
    Object.entries(params)
      .map(([name, value]) => [CALLED[name] ?? name, value] as const)
      .filter(([name]) => ASKED.includes(name)),
  ),
  scope,
  ...days,
})

async function read<S extends z.ZodType>(ctx: Ctx, schema: S, query: object): Promise<z.output<S>> {
  const named = refReader(schema)
  const parsed = parseAnything(schema, named ? await named(ctx.db, query) : query)
  if (!parsed.success) throw refuse('REFUSED', '视图内容已不适用，请打开后重新保存')
  return parsed.data
}

/** The pivot query of a view for some days. A view that names no row asks for the page's default. */
export const readPivot = (ctx: Ctx, q: Question, days: Days) =>
  read(ctx, pivotCalls.pivot.query, {
    ...(!('row' in q.params) && { row: 'lab', column: 'month', measures: 'workingMinutes' }),
    ...asked(q, days),
  })

/** The table query of a view for some days. */
export const readTable = (ctx: Ctx, q: Question, days: Days) =>
  read(ctx, statisticsCalls.table.query, {
    by: q.screen === 'device' ? 'device' : q.scope === 'own' || q.scope === 'group' ? 'nature' : 'lab',
    ...asked(q, days),
  })
