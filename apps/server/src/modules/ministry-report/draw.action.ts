import { findTable } from '@portal/contract/ministry-report/layout'
import { sumResults, sumTraining } from '../device-record/device-record.service.ts'
import * as books from './books.store.ts'
import type { Whole } from './check.action.ts'
import { inSj1, inScope3, noFigures, sj1Cells, sj3Cells, type UseFigures } from './draw.rules.ts'
import { cellFrom } from './layout.rules.ts'
import { parseNumber } from './number.rules.ts'
import * as rowStore from './row.store.ts'
import { findDays } from './year.rules.ts'
import type { Writer } from './year.store.ts'

/**
 * Figures of instruments in the days of the year, from the
 * use ledger, the teaching records and the confirmed results.
 */
async function listFigures(
  ctx: Writer,
  ids: readonly number[],
  { layout, year }: Whole,
): Promise<Map<number, UseFigures>> {
  const { from, to } = findDays(year)
  const { openTiers, excludedKinds } = layout.scope
  const figures = await books.uses(ctx.db, { deviceIds: ids, from, to, openTiers, excludedKinds })
  const of = (id: number) => {
    const known = figures.get(id) ?? noFigures()
    figures.set(id, known)
    return known
  }
  for (const t of await sumTraining(ctx.db, ids, from, to)) {
    const { trained } = of(t.deviceId)
    trained.students += t.students
    trained.teachers += t.teachers
    trained.others += t.others
  }
  for (const r of await sumResults(ctx.db, ids, from, to)) {
    const known = of(r.deviceId)
    known.results = { ...known.results, [`${r.kind} ${r.level ?? ''}`]: r.count }
  }
  return figures
}

/**
 * Draws SJ1 from the instruments' records, then SJ3 for the precious ones in it. Values typed over in SJ1
 * count in SJ3. Returns the number of rows of each.
 */
export async function drawBooks(ctx: Writer, whole: Whole): Promise<Record<'SJ1' | 'SJ3', number>> {
  const { year, layout, schoolCode } = whole
  const sj1 = findTable(layout, 'SJ1')
  if (!sj1) return { SJ1: 0, SJ3: 0 }
  const lastDay = findDays(year).to
  const devices = (await books.devices(ctx.db)).filter((d) => inSj1(d, layout, lastDay))
  return rowStore.unnoted(ctx.db, async () => {
    await rowStore.draw(
      ctx,
      year,
      'SJ1',
      devices.map((d) => ({
        source: `device:${d.id}`,
        drawn: sj1Cells(sj1, d, { fixed: layout.fixed, schoolCode }),
      })),
    )
    const sj3 = findTable(layout, 'SJ3')
    if (!sj3) return { SJ1: devices.length, SJ3: 0 }
    const keepers = new Map(devices.map((d) => [`device:${d.id}`, d]))
    const precious = (await rowStore.all(ctx.db, year, 'SJ1')).flatMap((r) => {
      const cells = { ...r.drawn, ...r.typed }
      const device = keepers.get(r.source ?? '')
      const price = parseNumber(cellFrom(sj1, 'device.price', cells))
      return device && inScope3(cellFrom(sj1, 'device.class', cells), price, layout)
        ? [{ device, cells }]
        : []
    })
    const figures = await listFigures(
      ctx,
      precious.map((p) => p.device.id),
      whole,
    )
    const rows = precious.map(({ device, cells }) => ({
      source: `device:${device.id}`,
      drawn: sj3Cells(
        { sj1, sj3 },
        { cells, keeper: device.keeper, use: figures.get(device.id) ?? noFigures() },
      ),
    }))
    await rowStore.draw(ctx, year, 'SJ3', rows)
    return { SJ1: devices.length, SJ3: rows.length }
  })
}
