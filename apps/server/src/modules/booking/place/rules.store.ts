import type { ExceptionFields, WindowFields } from '@portal/contract/opening/opening'
import { runOne, run, type Db } from '../../../kernel/db.ts'
import { isBeingScrapped } from '../../../kernel/of-device.store.ts'
import { askedSql, type Asked } from '../../form/form.service.ts'
import type { Plan } from '../../price-plan/quote.rules.ts'
import type { DeviceFacts, Opening } from '../facts.rules.ts'

// The booking rules of an instrument, independent of person and time: small and rarely changed. The results
// are cached (decision 108), so every table read here must notify its changes (migration 0140).

/** Columns of table `opening`, o, under the names of the rules. */
export const OPENING = `o.enabled, o.self_operated as "selfOperated", o.sample_delivery as "sampleDelivery",
  o.capacity, o.grid_minutes as "gridMinutes", o.min_minutes as "minMinutes", o.max_minutes as "maxMinutes",
  o.horizon_days as "horizonDays", o.notice_minutes as "noticeMinutes",
  o.cancel_limit_minutes as "cancelLimitMinutes", o.cancel_fee_fen as "cancelFeeFen",
  o.grace_minutes as "graceMinutes", o.quota_day_minutes as "quotaDayMinutes",
  o.quota_week_minutes as "quotaWeekMinutes", o.quota_running as "quotaRunning",
  o.admitted_tiers as "admittedTiers", o.admitted_user_types as "admittedUserTypes",
  o.qualification_required as "qualificationRequired", o.pay_modes as "payModes",
  o.fund_card_required as "fundCardRequired"`

/** Rows of `opening_window` and `opening_exception`, w and e, as JSON. */
export const WINDOW = `json_build_object('weekday', w.weekday, 'fromMinute', w.from_minute,
  'toMinute', w.to_minute, 'validFrom', w.valid_from, 'validTo', w.valid_to, 'enabled', w.enabled)`
export const EXCEPTION = `json_build_object('deviceId', e.device_id, 'firstDay', e.first_day,
  'lastDay', e.last_day, 'open', e.open, 'fromMinute', e.from_minute, 'toMinute', e.to_minute,
  'reason', e.reason)`
export interface ScheduleColumns {
  windows: WindowFields[]
  exceptions: ExceptionFields[]
}

/** A price, valid from the day `from` (inclusive) to the day `to` (exclusive). */
export interface DatedPlan extends Plan {
  from: string | null
  to: string | null
}
export interface DeviceRules extends Omit<DeviceFacts, 'backAt'>, ScheduleColumns {
  deviceId: number
  serialId: string
  deviceName: string
  categoryId: number | null
  deviceDeptId: number
  labId: number
  labName: string
  labDeptId: number
  opening: (Opening & { notes: string | null }) | null
  plans: readonly DatedPlan[]
  /** The form that bookers of the device must fill in; null: none. */
  askedForm: Asked | null
  /** Version of the instrument's own rules; null: they were never changed. */
  version: number | null
  /** Version of the campus-wide rules, read in the same statement. */
  campusVersion: number
}

const RULES = `
  select d.id as "deviceId", d.serial_id as "serialId", d.name as "deviceName",
    d.category_id as "categoryId", d.dept_id as "deviceDeptId", d.status, d.status_note as "statusNote",
    d.shared, l.id as "labId", l.name as "labName", l.dept_id as "labDeptId", l.enabled as "labEnabled",
    ${isBeingScrapped('d.id')} as scrapping,
    ${OPENING}, o.notes,
    (select coalesce(json_agg(${WINDOW}), '[]') from opening_window w
      where w.device_id = d.id and w.enabled) as windows,
    (select coalesce(json_agg(${EXCEPTION}), '[]') from opening_exception e
      where e.device_id = d.id) as exceptions,
    (select coalesce(json_agg(json_build_object('id', p.id, 'version', p.version, 'basis', p.basis,
      'rates', p.rates, 'from', lower(p.effective), 'to', upper(p.effective))), '[]')
      from price_plan p where p.device_id = d.id) as plans,
    ${askedSql('d', 'booking')} as "askedForm",
    (select v.version from device_rules v where v.device_id = d.id) as version,
    (select c.version from campus_rules c) as "campusVersion"
  from device d join lab l on l.id = d.lab_id left join opening o on o.device_id = d.id
  where d.id = $1`
type Flat = Omit<DeviceRules, 'opening'> & Opening & { notes: string | null }
/** Undefined: no such device. */
export async function findRules(db: Db, deviceId: number): Promise<DeviceRules | undefined> {
  const [row] = await run<Flat>(db, RULES, [deviceId])
  // Without an `opening` row all its columns are null; with one, `enabled` is not.
  return row && { ...row, opening: (row.enabled as boolean | null) === null ? null : row }
}

const CAMPUS = `select c.version,
    (select coalesce(json_agg(${EXCEPTION}), '[]') from opening_exception e
      where e.device_id is null) as exceptions
  from campus_rules c`
export interface CampusRules {
  version: number
  exceptions: ExceptionFields[]
}
/** The exceptions of the whole campus (days open or closed), with their version. */
export const findCampusRules = (db: Db): Promise<CampusRules> => runOne<CampusRules>(db, CAMPUS, [])

const VERSIONS = `select (select v.version from device_rules v where v.device_id = $1) as device,
    c.version as campus
  from campus_rules c`
export const findVersions = (db: Db, deviceId: number): Promise<{ device: number | null; campus: number }> =>
  runOne(db, VERSIONS, [deviceId])
