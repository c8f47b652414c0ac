import { liveStates } from '@portal/contract/booking/booking'
import { edit, holdsAny, view } from '@portal/contract/kernel/permissions'
import { useStates } from '@portal/contract/use-ledger/use-ledger'
import { literals } from '../../apps/server/src/kernel/db.ts'
import { judgeOpened } from '../../apps/server/src/modules/booking/booking.rules.ts'
import { nobody, type Standing } from '../../apps/server/src/modules/booking/roles.rules.ts'
import { standingSql } from '../../apps/server/src/modules/booking/sql.store.ts'
import { deptInScope } from '../../apps/server/src/modules/dept/scope.rules.ts'
import { listStretches } from '../../apps/server/src/modules/opening/opening.rules.ts'
import type { Database } from './database.ts'
import type { FindRules } from './rules.ts'
import { Refused, type Person } from './who.ts'

export const ZONE = 'Asia/Shanghai'

// Future bookings are found by the index of live bookings, past ones by the index of ends. No booking is
// longer than 31 days.
const COLUMNS = `b.seat, extract(epoch from lower(b.period))::float8 * 1000,
    extract(epoch from upper(b.period))::float8 * 1000, b.id, b.state, b.booker_id, b.experimenter_id,
    b.payer_id, u.name
  from booking b join user_account u on u.id = b.booker_id where b.device_id = $1`
const BUSY = `
  select ${COLUMNS} and upper(b.period) > $2
    and lower(b.period) < least($3::timestamptz, $4::timestamptz)
    and upper(b.period) < least($3, $4) + interval '31 days' and b.state in (${literals(useStates)})
  union all
  select ${COLUMNS} and b.period && tstzrange($2, $3) and b.state in (${literals(liveStates)})`
type Busy = [
  seat: number,
  from: number,
  to: number,
  id: number,
  state: string,
  bookerId: number,
  experimenterId: number,
  payerId: number,
  booker: string,
]

/** Asks the database for callers whose right to view depends on the tree of departments. */
const STANDING = `select ${standingSql('d', 'l', 2)}
  from device d join lab l on l.id = d.lab_id where d.id = $1`

async function findStanding(
  { ask }: Pick<Database, 'ask'>,
  me: Person,
  { deviceId, labId }: { deviceId: number; labId: number },
): Promise<Standing> {
  const { directs, administers, reviewsLabs, reviewsDevices } = me.parts
  const all = holdsAny(me.permissions, ['SUBSCRIBE_ORDER_ALL'])
  if (!all && holdsAny(me.permissions, view('SUBSCRIBE_ORDER'))) {
    const edits = holdsAny(me.permissions, edit('SUBSCRIBE_ORDER'))
    const [standing] = await ask<Standing>(STANDING, [deviceId, me.id, all, edits, true, deptInScope(me)])
    return standing ?? nobody
  }
  return {
    reviewer: reviewsDevices.includes(deviceId) || reviewsLabs.includes(labId),
    director: directs.includes(labId),
    admin: all || administers.includes(labId),
    viewer: all,
  }
}

export async function showWeek(
  database: Database,
  findRules: FindRules,
  me: Person,
  query: { deviceId: number; from: string; to: string },
) {
  const now = new Date()
  const range = { from: new Date(query.from), to: new Date(query.to) }
  const rules = await findRules(query.deviceId)
  if (!rules) throw new Refused(404, { code: 'NOT_FOUND', message: '仪器不存在' })
  const [busy, standing] = await Promise.all([
    database.askRows<Busy>(BUSY, [query.deviceId, query.from, query.to, now]),
    findStanding(database, me, rules),
  ])
  const { opening } = rules
  const heads = standing.director || standing.admin
  const sees = heads || standing.reviewer || standing.viewer
  const closed = judgeOpened(rules, opening?.enabled).filter((r) => !(r.overridable && heads))
  const stretches = listStretches({
    windows: opening?.enabled ? rules.windows : [],
    exceptions: rules.exceptions,
    zone: ZONE,
    ...range,
  })
  return {
    device: {
      id: rules.deviceId,
      serialId: rules.serialId,
      name: rules.deviceName,
      lab: { id: rules.labId, name: rules.labName },
      categoryId: rules.categoryId,
      closed: closed.map(({ message }) => message).join('；') || null,
    },
    zone: ZONE,
    now,
    opening: opening && {
      selfOperated: opening.selfOperated,
      sampleDelivery: opening.sampleDelivery,
      capacity: opening.capacity,
      gridMinutes: opening.gridMinutes,
      minMinutes: opening.minMinutes,
      maxMinutes: opening.maxMinutes,
      horizonDays: opening.horizonDays,
      noticeMinutes: opening.noticeMinutes,
      cancelLimitMinutes: opening.cancelLimitMinutes,
      cancelFeeFen: opening.cancelFeeFen,
      payModes: opening.payModes,
      fundCardRequired: opening.fundCardRequired,
      qualificationRequired: opening.qualificationRequired,
      notes: opening.notes,
    },
    stretches: stretches.map(({ from, to, open, reason }) => ({ startAt: from, endAt: to, open, reason })),
    busy: busy.map(([seat, from, to, id, state, bookerId, experimenterId, payerId, who]) => {
      const mine = bookerId === me.id || experimenterId === me.id
      const shown = sees || mine || payerId === me.id
      return {
        startAt: new Date(from),
        endAt: new Date(to),
        seat,
        mine,
        id: shown ? id : null,
        state: shown ? state : null,
        who: shown ? who : null,
      }
    }),
  }
}
