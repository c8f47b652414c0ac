import { run, type Db } from '../../kernel/db.ts'
import { findLocal } from '../../kernel/time.ts'
import { beginPast, reportPast, type Past } from '../../modules/national-report/national-report.service.ts'

// Two years of reports to the national platform: last year's is reported and locked; this year's has been
// begun, and its laboratories still have to fill in data.

/** Fixed data of the invented university. */
const FIXED = {
  orgCode: '00000',
  province: '江苏省',
  city: '江州市',
  district: '东湖区',
  postcode: '215000',
  address: '江州市东湖区学府路 1 号',
  bookingUrl: 'https://yiqi.jzu.example.edu.cn',
}

/** Invented class codes in the platform's format, derived from the instrument's serial number. */
const findClass = (serialId: string): string =>
  ['030101', '030205', '010302', '020104'][Number(serialId.slice(-1)) % 4] ?? '030101'

/** The class codes that laboratories entered by hand. */
const inFull: Past['typed'] = ({ record, faults }): Record<string, string> =>
  record.kind === 'device' && faults.some((f) => f.field?.code === 'classCode')
    ? { classCode: findClass(record.deviceSerialId) }
    : {}
/** This year only every second laboratory row has one. */
const inPart: Past['typed'] = (row) => (row.record.deviceId % 2 === 0 ? inFull(row) : {})

/** Rows exist once a report has collected them, so their log begins with the sending. */
const LOG = `insert into flow_log (business, row_id, event, from_state, to_state, actor_id, actor_name, at)
  select 'national_row', r.id, s.event, s.from_state, s.to_state, u.id, u.name, r.sent_at
  from national_row r, user_account u, (values (1, 'send', 'unreported', 'reported'), (2, 'lock', 'reported', 'locked'))
    as s(n, event, from_state, to_state)
  where r.state = 'locked' and u.id = $1 order by r.id, s.n`

export async function fillNational(
  db: Db,
  { now, zone, userId }: { now: Date; zone: string; userId: number },
): Promise<void> {
  const year = Number(findLocal(now, zone).day.slice(0, 4))
  const about = { now, zone, userId, fixed: FIXED }
  await reportPast(db, { ...about, year: year - 1, typed: inFull })
  await run(db, LOG, [userId])
  await beginPast(db, { ...about, year, typed: inPart })
}
