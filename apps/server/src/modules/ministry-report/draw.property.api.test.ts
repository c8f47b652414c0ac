import { afterAll, describe, expect, test } from 'vitest'
import { findLocal } from '../../kernel/time.ts'
import { fillStock, makeMinistry, plantDevice } from '../../testing/ministry.ts'
import { plantUses, type PlantedUse } from '../../testing/uses.ts'
import { createWorld, type World } from '../../testing/world.ts'

// Random instruments and uses around the ends of two school years,
// in several time zones: SJ1, SJ2 and SJ3 equal a simple recount.

const open: World[] = []
afterAll(async () => {
  for (const world of open) await world.close()
})

let seed = 20_260_831
const random = (n: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * n)
}
const pick = <T>(all: readonly T[]): T => all[random(all.length)] as T // never called with an empty list

interface Made {
  id: number
  number: string
  /** The number in SJ1 and SJ3: nine digits lose their century. */
  reported: string
  class: string
  fen: number
  boughtOn: string
  goneOn?: string
}
const days = ['2019-01-01', '2025-08-31', '2025-09-01', '2026-08-31', '2026-09-01']
const prices = [50_000, 80_000, 999_999_9, 10_000_000, 10_000_001, 39_999_999, 40_000_000, 123_456_789]

/** The instruments that existed at the end of a year and are reported. */
const stockAt = (devices: readonly Made[], lastDay: string) =>
  devices.filter(
    (d) =>
      d.boughtOn <= lastDay &&
      (d.goneOn === undefined || d.goneOn > lastDay) &&
      d.fen >= 80_000 &&
      !d.class.startsWith('16'),
  )
const wan = (fen: number) => Math.round(fen / 10_000) / 100
const sums = (of: readonly Made[]) => ({ count: of.length, fen: of.reduce((sum, d) => sum + d.fen, 0) })

describe.each(['Asia/Shanghai', 'America/New_York', 'Pacific/Kiritimati'])('in %s', (zone) => {
  test('SJ1, SJ2 and SJ3 are what a recount says', async () => {
    const world = await createWorld({ zone })
    open.push(world)
    const office = await world.person('设备处', { permissions: ['DEVICE_ALL'] })
    const user = await world.person('用户')
    const ministry = makeMinistry(world, office)
    const one = async (text: string, values: unknown[]) =>
      (await world.sql<{ id: number }>(`${text} returning id`, values))[0]?.id ?? 0
    const deptId = await one('insert into dept (code, name) values ($1, $2)', ['D1', '学院'])
    const labs = [
      await one('insert into lab (serial_id, name, dept_id) values ($1, $1, $2)', ['LAB1', deptId]),
      await one('insert into lab (serial_id, name, dept_id) values ($1, $1, $2)', ['LAB2', deptId]),
    ]
    const devices: Made[] = []
    for (let i = 0; i < 60; i++) {
      const short = `25${String(i).padStart(5, '0')}`
      const eight = String(10_000_000 + i)
      const d = {
        number: i % 2 ? eight : `20${short}`,
        reported: i % 2 ? eight : short,
        class: pick(['03010101', '03020202', '04010101', '16000000']),
        fen: pick(prices),
        boughtOn: pick(days),
      }
      const gone = pick([undefined, undefined, '2025-08-31', '2025-09-01', '2026-08-31', '2026-09-01'])
      const goneOn = gone !== undefined && gone > d.boughtOn ? gone : undefined
      const id = await plantDevice(world, {
        ...d,
        labId: pick(labs),
        deptId,
        priceYuan: d.fen / 100,
        ...(goneOn && { goneOn }),
      })
      devices.push({ ...d, id, ...(goneOn && { goneOn }) })
    }
    const uses: PlantedUse[] = []
    for (let i = 0; i < 120; i++) {
      const edge = pick(['2025-08-31T00:00:00Z', '2026-08-31T00:00:00Z', '2026-01-01T00:00:00Z'])
      uses.push({
        deviceId: pick(devices).id,
        labId: pick(labs),
        userId: user.id,
        payerId: user.id,
        begunAt: new Date(Date.parse(edge) + random(72 * 60) * 60_000 - 12 * 3_600_000),
        minutes: 1 + random(200),
        samples: random(4),
        tier: pick(['dept', 'campus', 'school', 'company']),
        nature: pick(['teaching', 'research', 'social_service', null]),
        preparationMinutes: random(40),
        cleanupMinutes: random(40),
        trainedStudents: random(3),
      })
    }
    await plantUses(world, uses)

    for (const year of [2024, 2025]) {
      await ministry.open(year)
      await ministry.draw(year)
      if (year === 2024) await fillStock(ministry, year)
      const now = stockAt(devices, `${year + 1}-08-31`)
      const sj1 = await ministry.table(year, 'SJ1')
      expect(
        sj1.map((r) => [r.cells['number'], r.cells['price']]),
        'SJ1',
      ).toEqual(now.map((d) => [d.reported, (d.fen / 100).toFixed(2)]))
      const inYear = (u: PlantedUse) => {
        const { day } = findLocal(u.begunAt, zone)
        return day >= `${year}-09-01` && day <= `${year + 1}-08-31`
      }
      const precious = now.filter((d) => d.class.startsWith('03') && d.fen >= 40_000_000)
      const expected = precious.map((d) => {
        const of = uses.filter((u) => u.deviceId === d.id && inYear(u))
        const total = (which: (u: PlantedUse) => boolean) =>
          of
            .filter(which)
            .reduce((sum, u) => sum + u.minutes + (u.preparationMinutes ?? 0) + (u.cleanupMinutes ?? 0), 0)
        const hours = (which: (u: PlantedUse) => boolean) => String(Math.round(total(which) / 60))
        return [
          d.reported,
          hours((u) => u.nature === 'teaching'),
          hours((u) => u.nature === 'research'),
          hours((u) => u.nature === 'social_service'),
          hours((u) => u.nature !== null && u.tier !== 'dept'),
          String(of.reduce((sum, u) => sum + (u.samples ?? 0), 0)),
          String(of.reduce((sum, u) => sum + (u.trainedStudents ?? 0), 0)),
        ]
      })
      const sj3 = await ministry.table(year, 'SJ3')
      const columns = [
        'number',
        'teachingHours',
        'researchHours',
        'serviceHours',
        'openHours',
        'samples',
        'trainedStudents',
      ]
      expect(
        sj3.map((r) => columns.map((c) => r.cells[c])),
        'SJ3',
      ).toEqual(expected)
      if (year === 2024) {
        await ministry.check(year)
        await ministry.explainAll(year)
        await ministry.freeze(year)
        continue
      }
      const was = stockAt(devices, '2025-08-31')
      for (const [count, amount, least] of [
        ['count', 'amount', 0],
        ['largeCount', 'largeAmount', 10_000_000],
      ] as const) {
        const [before, after] = [was.filter((d) => d.fen >= least), now.filter((d) => d.fen >= least)]
        const came = sums(after.filter((d) => !before.includes(d)))
        const went = sums(before.filter((d) => !after.includes(d)))
        const lines = (await ministry.table(year, 'SJ2')).map((r) => [
          Number(r.cells[count]),
          Number(r.cells[amount]),
        ])
        expect(lines.map(([n]) => n)).toEqual([before.length, came.count, went.count, after.length])
        const [start = 0, increase = 0, decrease = 0, end = 0] = lines.map(([, m]) => m ?? 0)
        expect([start, end]).toEqual([wan(sums(before).fen), wan(sums(after).fen)])
        // Rounded so that the four lines balance: each is within two hundredths of the exact value.
        expect(Math.abs(increase - came.fen / 1_000_000)).toBeLessThan(0.03)
        expect(Math.abs(decrease - went.fen / 1_000_000)).toBeLessThan(0.03)
        expect((start + increase - decrease).toFixed(2)).toBe(end.toFixed(2))
      }
      const codes = (await ministry.issues(year)).map((i) => i.code).filter((c) => c.startsWith('STOCK'))
      expect(codes).toEqual([])
    }
  }, 60_000)
})
