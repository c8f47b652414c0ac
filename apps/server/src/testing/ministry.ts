import { issueWords } from '@portal/contract/ministry-report/issue'
import { ministryReportCalls as calls, type Cells } from '@portal/contract/ministry-report/ministry-report'
import type { Tab } from '@portal/contract/ministry-report/layout'
import type { Person, World } from './world.ts'

/** An instrument as the books have it; fields that are left out get usual values. */
export interface BookedAs {
  number: string
  name?: string
  labId: number
  deptId: number
  class?: string | null
  model?: string | null
  spec?: string | null
  origin?: string | null
  country?: string | null
  priceYuan: number
  boughtOn: string | null
  status?: string
  purpose?: string | null
  keeperId?: number | null
  /** The day on which it was scrapped and left the books. */
  goneOn?: string
}
export async function plantDevice(world: World, d: BookedAs): Promise<number> {
  const [row] = await world.sql<{ id: number }>(
    `insert into device (serial_id, name, lab_id, dept_id, moe_code, model, spec, origin, country, price_fen,
      bought_on, status,
        purpose, contact_id) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
          returning id`,
    [
      d.number,
      d.name ?? '普通仪器',
      d.labId,
      d.deptId,
      d.class === undefined ? '03030204' : d.class,
      d.model ?? null,
      d.spec ?? null,
      d.origin === undefined ? 'bought' : d.origin,
      d.country === undefined ? '中国' : d.country,
      Math.round(d.priceYuan * 100),
      d.boughtOn,
      d.goneOn ? 'scrapped' : (d.status ?? 'normal'),
      d.purpose === undefined ? 'research' : d.purpose,
      d.keeperId ?? null,
    ],
  )
  const id = row?.id ?? 0
  if (d.goneOn)
    await world.sql(
      `insert into scrap (device_id, state, state_at, why, requester_id, price_fen, way, income_fen,
        disposed_on, created_at)
        select $1, 'disposed', now(), '旧', (select min(id) from user_account), 0, 'recycle', 0, $2, now()`,
      [id, d.goneOn],
    )
  return id
}

export interface Ministry {
  open(year: number): Promise<void>
  draw(year: number): ReturnType<typeof draws>
  check(year: number): Promise<void>
  issues(year: number): Promise<Issue[]>
  /** All rows of a table. */
  table(year: number, tab: Tab): Promise<{ id: number; cells: Cells; drawn: Cells }[]>
  correct(rowId: number, field: string, value: string | null): Promise<void>
  /** Adds a row to a college's or the school's table; returns its id. */
  add(year: number, tab: Tab, cells: Cells): Promise<number>
  /** Explains all issues that may be explained. */
  explainAll(year: number): Promise<void>
  freeze(year: number, why?: string): Promise<number>
}
export interface Issue {
  id: number
  tab: Tab
  rowId: number | null
  field: string | null
  code: keyof typeof issueWords
  words: string | null
}
const draws = (world: World, office: Person, year: number) =>
  world.ok(office, calls.draw, { params: { year } })

/** The steps of a reporting year, taken by the equipment office. */
export const makeMinistry = (world: World, office: Person): Ministry => ({
  async open(year) {
    await world.ok(office, calls.open, {
      body: { year, schoolCode: '10001', schoolKind: 'undergraduate' },
    })
  },
  draw: (year) => draws(world, office, year),
  async check(year) {
    await world.ok(office, calls.check, { params: { year } })
  },
  async issues(year) {
    return (await world.ok(office, calls.issues, { query: { year, size: 1000 } })).items
  },
  async table(year, tab) {
    return (await world.ok(office, calls.rows, { query: { year, tab, size: 1000 } })).items
  },
  async correct(id, field, value) {
    await world.ok(office, calls.correct, {
      params: { id },
      body: { field, value, reason: '按原始凭证更正' },
    })
  },
  async add(year, tab, cells) {
    return (await world.ok(office, calls.addRow, { body: { year, tab, cells } })).id
  },
  async explainAll(year) {
    const { items } = await world.ok(office, calls.issues, {
      query: { year, size: 1000, explained: 'false' },
    })
    for (const i of items)
      if (i.can.includes('explain'))
        await world.ok(office, calls.explain, { params: { id: i.id }, body: { words: '情况属实' } })
  },
  async freeze(year, why) {
    const { number } = await world.ok(office, calls.freeze, { params: { year }, body: { why: why ?? null } })
    return number
  },
})

/** Fills in the SJ2 figures that have no previous year: a counted opening stock, and no changes. */
export async function fillStock(ministry: Ministry, year: number): Promise<void> {
  const lines = await ministry.table(year, 'SJ2')
  const [start, increase, decrease, end] = lines
  if (!start || !increase || !decrease || !end) throw new Error('SJ2 has four lines')
  for (const field of ['count', 'amount', 'largeCount', 'largeAmount']) {
    const none = field.endsWith('mount') ? '0.00' : '0'
    await ministry.correct(start.id, field, end.cells[field] ?? none)
    await ministry.correct(increase.id, field, none)
    await ministry.correct(decrease.id, field, none)
  }
}
