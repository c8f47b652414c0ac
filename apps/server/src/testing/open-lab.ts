import { bookingCalls } from '@portal/contract/booking/calls'
import { fundCardCalls } from '@portal/contract/fund-card/fund-card'
import { edit } from '@portal/contract/kernel/permissions'
import type { Rates } from '@portal/contract/price-plan/price-plan'
import { addDays, addMinutes, findInstant, findLocal } from '../kernel/time.ts'
import type { Person, World } from './world.ts'

export const zone = 'Asia/Shanghai'

/** An hour of a day on the campus's clock, counted from today: `at(1, 9.5)` is tomorrow half past nine. */
export const at = (days: number, hour: number): string =>
  findInstant(addDays(findLocal(new Date(), zone).day, days), hour * 60, zone).toISOString()

/** A lab with a device that is open day and night, and a different person for each role. */
export interface OpenLab {
  labId: number
  deviceId: number
  director: Person
  labAdmin: Person
  reviewer: Person
  booker: Person
  experimenter: Person
  payer: Person
  finance: Person
  /** Directs another lab: must see nothing of this one. */
  outsider: Person
  sysadmin: Person
  /** Adds another device to the lab, with the given columns of `opening`. */
  device(
    opening?: Record<string, unknown>,
    rates?: Rates | null,
    basis?: 'per_time' | 'per_sample',
  ): Promise<number>
  /** A card with money on it. */
  card(owner: Person, topUpFen: number): Promise<number>
  /** Makes a booking by and for the booker, except for what `body` and `by` change. */
  book(body?: Record<string, unknown>, by?: Person): Promise<{ id: number; state: string; seat: number }>
  /** Switches approvals off for the device, except those named, and that of a payer who is not the booker. */
  approvals(deviceId: number, ...asked: ('payer' | 'reviewer' | 'director')[]): Promise<void>
  /** Moves a booking in time without checking any rule: it then begins in `startsIn` minutes. */
  shift(bookingId: number, startsIn: number, minutes?: number): Promise<void>
}

const hourly = (yuan: number) => ({
  unitFen: yuan * 100,
  unitMinutes: 60,
  startFen: 0,
  minUnits: 0,
  bands: [],
})
export const rates: Rates = { campus: hourly(100), school: hourly(200), company: hourly(400) }

export async function openLab(world: World): Promise<OpenLab> {
  const one = async (text: string, values: unknown[]): Promise<number> =>
    (await world.sql<{ id: number }>(`${text} returning id`, values))[0]?.id ?? 0
  const key = Math.random().toString(36).slice(2, 10)
  const deptId = await one(`insert into dept (code, name) values ($1, '材料学院')`, [`D${key}`])
  const labId = await one(`insert into lab (serial_id, name, dept_id) values ($1, '电镜中心', $2)`, [
    `LAB${key}`,
    deptId,
  ])
  const otherLabId = await one(`insert into lab (serial_id, name, dept_id) values ($1, '核磁中心', $2)`, [
    `LABX${key}`,
    deptId,
  ])
  const person = (name: string, permissions: Parameters<World['person']>[1] = {}) =>
    world.person(name, permissions)
  const lab: OpenLab = {
    labId,
    deviceId: 0,
    director: await person('主任'),
    labAdmin: await person('管理员'),
    reviewer: await person('审核员'),
    booker: await person('预约人'),
    experimenter: await person('实验人'),
    payer: await person('付款人'),
    finance: await person('财务', { permissions: edit('FINANCIAL') }),
    outsider: await person('别处主任'),
    sysadmin: await person('系统管理员', { permissions: ['ADMIN', 'SYSTEM_ADMIN'] }),
    async device(opening = {}, priced = rates, basis = 'per_time') {
      const id = await one(
        `insert into device (serial_id, name, dept_id, lab_id, shared) values ($1, '场发射扫描电镜', $2, $3, true)`,
        [`S${key}${Math.random()}`, deptId, labId],
      )
      const columns = {
        device_id: id,
        sample_delivery: true,
        horizon_days: 30,
        min_minutes: 30,
        max_minutes: 480,
        ...opening,
      }
      const names = Object.keys(columns)
      await world.sql(
        `insert into opening (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')})`,
        Object.values(columns),
      )
      await world.sql(
        `insert into opening_window (device_id, weekday, from_minute, to_minute) select $1, d, 0, 1440
          from generate_series(1, 7) d`,
        [id],
      )
      if (priced)
        await world.sql(
          `insert into price_plan (device_id, basis, version, effective, rates)
            values ($1, $2, 1, '[2020-01-01,)', $3)`,
          [id, basis, JSON.stringify(priced)],
        )
      return id
    },
    async card(owner, topUpFen) {
      const { id } = await world.ok(lab.finance, fundCardCalls.create, {
        body: {
          number: `C${key}${Math.random().toString(36).slice(2, 8)}`,
          name: '课题经费',
          ownerId: owner.id,
        },
      })
      if (topUpFen > 0)
        await world.ok(lab.finance, fundCardCalls.topUp, {
          params: { id },
          body: { amountFen: topUpFen, reason: '入账' },
        })
      return id
    },
    book: (body = {}, by = lab.booker) =>
      world.ok(by, bookingCalls.create, {
        body: {
          deviceId: lab.deviceId,
          kind: 'self_operated',
          startAt: at(2, 10),
          endAt: at(2, 12),
          purpose: '形貌表征',
          ...body,
        },
      }),
    async approvals(deviceId, ...asked) {
      // The payer's approval cannot be switched off where another person books.
      for (const step of ['reviewer', 'director'] as const) {
        await world.sql(
          `insert into approval_policy (business, step, device_id, required) values ('booking', $1, $2, $3)
           on conflict (business, step, device_id, lab_id, dept_id, user_type) do update
             set required = excluded.required`,
          [step, deviceId, asked.includes(step)],
        )
      }
    },
    async shift(bookingId, startsIn, minutes = 60) {
      await world.sql(`update booking set period = tstzrange($2, $3) where id = $1`, [
        bookingId,
        addMinutes(new Date(), startsIn),
        addMinutes(new Date(), startsIn + minutes),
      ])
    },
  }
  lab.deviceId = await lab.device()
  await world.sql(
    `insert into lab_member (lab_id, user_id, role) values ($1, $2, 'lab_director'), ($1, $3, 'lab_admin'),
      ($4, $5, 'lab_director')`,
    [labId, lab.director.id, lab.labAdmin.id, otherLabId, lab.outsider.id],
  )
  await world.sql(`insert into device_reviewer (lab_id, user_id) values ($1, $2)`, [labId, lab.reviewer.id])
  return lab
}
