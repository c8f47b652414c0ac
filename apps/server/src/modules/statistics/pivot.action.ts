import {
  dimensionWords,
  MOST_COLUMNS,
  MOST_ROWS,
  offers,
  type Dimension,
  type Kept,
  type Pivot,
  type PivotMeasure,
} from '@portal/contract/statistics/pivot'
import { scopeWords, type Asked, type Scope } from '@portal/contract/statistics/statistics'
import type { Ctx } from '../../kernel/ctx.ts'
import { refuseField } from '../../kernel/refuse.ts'
import { together } from '../../kernel/together.ts'
import { listWords } from '../dictionary/dictionary.service.ts'
import { readCuts, readKnown } from './figures.action.ts'
import { compareKeys, judgeSize, ownName } from './pivot.rules.ts'
import * as pivots from './pivot.store.ts'
import { wantedBy } from './standing.action.ts'
import type { Wanted } from './sums.store.ts'

export interface Choice extends Asked {
  row: Dimension
  row2?: Dimension | undefined
  column?: Dimension | undefined
  measures: PivotMeasure[]
  only: Kept[]
}
const MOST_GROUPS = 20_000

const TABLES = {
  dept: 'dept',
  userDept: 'dept',
  lab: 'lab',
  device: 'device',
  category: 'device_category',
  person: 'user_account',
  group: 'user_account',
} as const satisfies Partial<Record<Dimension, string>>
const DICTIONARIES = {
  fundingSource: 'funding_source',
  serviceMode: 'service_mode',
  discipline: 'discipline',
} as const satisfies Partial<Record<Dimension, string>>
const isIn = <K extends string>(key: string, of: Record<K, unknown>): key is K => Object.hasOwn(of, key)

/** Returns a function that gives the name of a key of this dimension. */
async function nameKeys(
  ctx: Ctx,
  dimension: Dimension,
  keys: readonly string[],
): Promise<(key: string) => string> {
  const names = new Map<string, string>()
  if (isIn(dimension, TABLES)) {
    const ids = keys.filter((k) => k !== '').map(Number)
    for (const [id, name] of await pivots.readNames(ctx.db, TABLES[dimension], ids)) names.set(id, name)
  } else if (isIn(dimension, DICTIONARIES)) {
    const found = await listWords(ctx, [DICTIONARIES[dimension]], keys)
    for (const { value, label } of found) names.set(value, label)
  }
  return (key) => ownName(dimension, key) ?? names.get(key) ?? key
}

/**
 * The filters of the table, by name. A person without uses in the scope
 * is not named, because the caller can put any id into the address.
 */
export async function nameKept(ctx: Ctx, only: readonly Kept[], w: Wanted) {
  return together(
    only.map(async (kept) => {
      const { dimension, key } = kept
      const person = dimension === 'person' || dimension === 'group'
      if (person && key !== '' && !(await pivots.isWithin(ctx.db, w, kept, ctx.env.CAMPUS_TZ)))
        return { dimension, key, name: '范围以外的人员' }
      return { dimension, key, name: (await nameKeys(ctx, dimension, [key]))(key) }
    }),
  )
}

/** Returns the chosen dimensions. Refuses a dimension that is chosen twice or says nothing in this scope. */
function judgeChoice(q: Choice, scope: Scope): Dimension[] {
  const fields = (['row', 'row2', 'column'] as const).flatMap((field) => {
    const dimension = q[field]
    return dimension ? [{ field, dimension }] : []
  })
  for (const [i, { field, dimension }] of fields.entries()) {
    const { title } = dimensionWords[dimension]
    if (fields.findIndex((f) => f.dimension === dimension) < i)
      throw refuseField(field, `“${title}”已经选过，请换一个维度`)
    if (!offers(scope, dimension))
      throw refuseField(field, `${scopeWords[scope]}的使用不能再按“${title}”分，请换一个维度`)
  }
  return fields.map((f) => f.dimension)
}

/** The pivot table as the caller may see it; refused if it is too large. */
export async function pivotFor(ctx: Ctx, q: Choice): Promise<Omit<Pivot, 'asOf'> & { asOf: Date }> {
  const { scope, wanted } = await wantedBy(ctx, q)
  const by = judgeChoice(q, scope)
  const cut = { by, only: q.only, zone: ctx.env.CAMPUS_TZ }
  const rowKeys = q.row2 ? 2 : 1
  const counts = q.measures.includes('users')
  const known = await readKnown(ctx)
  const [{ groups, people }, only] = await together([
    readCuts(ctx, known, q, wanted, { cut, most: MOST_GROUPS + 1, rowKeys: counts ? rowKeys : null }),
    nameKept(ctx, q.only, wanted),
  ])
  const join = (keys: readonly (string | null)[]) => JSON.stringify(keys)
  const rowsSeen = new Set(groups.map((g) => join(g.keys.slice(0, rowKeys))))
  const columnKeys = [...new Set(q.column ? groups.map((g) => g.keys[rowKeys] ?? '') : [])]
  const refusal = judgeSize(
    { rows: rowsSeen.size, columns: columnKeys.length, groups: groups.length },
    { rows: MOST_ROWS, columns: MOST_COLUMNS, groups: MOST_GROUPS },
    q.column,
  )
  if (refusal) throw refuseField(columnKeys.length > MOST_COLUMNS ? 'column' : 'row', refusal)

  const usersOf = new Map(people.map((p) => [join(p.keys), p.users]))
  /**
   * Sums of these groups. The number of users comes from the
   * level whose keys are `place`, since people do not add up.
   */
  const listAmounts = (of: readonly pivots.Group[], place: readonly (string | null)[]) =>
    q.measures.map((m) =>
      m === 'users' ? (usersOf.get(join(place)) ?? 0) : of.reduce((sum, g) => sum + g[m], 0),
    )
  const first = q.measures.find((m) => m !== 'users') ?? 'uses'
  const sizes = by.map((_, i) => {
    const size = new Map<string, number>()
    for (const g of groups) size.set(g.keys[i] ?? '', (size.get(g.keys[i] ?? '') ?? 0) + g[first])
    return (key: string) => size.get(key) ?? 0
  })
  const compare = by.map((d, i) => compareKeys(d, sizes[i] ?? (() => 0)))
  const names = await together(
    by.map((d, i) => nameKeys(ctx, d, [...new Set(groups.map((g) => g.keys[i] ?? ''))])),
  )
  const named = (i: number, key: string) => ({ key, name: names[i]?.(key) ?? key })

  columnKeys.sort(compare[rowKeys])
  const nothing = by.slice(rowKeys).map(() => null)
  const byRow = Map.groupBy(groups, (g) => join(g.keys.slice(0, rowKeys)))
  const ordered = [...byRow.values()].toSorted((a, b) => {
    for (let i = 0; i < rowKeys; i++) {
      const way = compare[i]?.(a[0]?.keys[i] ?? '', b[0]?.keys[i] ?? '') ?? 0
      if (way !== 0) return way
    }
    return 0
  })
  const byColumn = Map.groupBy(groups, (g) => g.keys[rowKeys] ?? '')
  return {
    scope,
    measures: q.measures,
    columns: columnKeys.map((key) => named(rowKeys, key)),
    rows: ordered.map((of) => {
      const keys = of[0]?.keys.slice(0, rowKeys) ?? []
      const cells = new Map(of.map((g) => [g.keys[rowKeys] ?? '', g]))
      return {
        at: keys.map((key, i) => named(i, key)),
        sum: listAmounts(of, [...keys, ...nothing]),
        cells: columnKeys.map((key) => {
          const group = cells.get(key)
          return group ? listAmounts([group], group.keys) : null
        }),
      }
    }),
    columnSums: columnKeys.map((key) =>
      listAmounts(byColumn.get(key) ?? [], [...Array.from({ length: rowKeys }, () => null), key]),
    ),
    sum: listAmounts(
      groups,
      by.map(() => null),
    ),
    only,
    asOf: known.asOf,
  }
}
