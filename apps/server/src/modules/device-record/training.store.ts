import type { Mastery } from '@portal/contract/device-record/device-record'
import { run, type Db } from '../../kernel/db.ts'

export interface TrainingSum {
  deviceId: number
  /** Level reached; null: not entered. */
  mastery: Mastery | null
  students: number
  teachers: number
  others: number
}
const SUM = `select device_id as "deviceId", mastery, sum(students)::int as students,
  sum(teachers)::int as teachers, sum(others)::int as others
  from (
    select device_id, mastery, students, teachers, others from device_teaching
    where held_on between $2::date and $3::date and ($1::int8[] is null or device_id = any ($1))
    union all
    select r.device_id, r.trained_mastery, r.trained_students, r.trained_teachers, r.trained_others
    from use_record r
    where (r.trained_students, r.trained_teachers, r.trained_others) <> (0, 0, 0)
      and r.day between $2::date and $3::date and ($1::int8[] is null or r.device_id = any ($1))
  ) x
  group by 1, 2 having (sum(students), sum(teachers), sum(others)) <> (0, 0, 0) order by 1, 2`
/**
 * People trained on instruments from `from` to `to` (both included): from the teaching records and from the
 * use ledger (reversal rows count negative); null: all instruments.
 */
export const sumTraining = (db: Db, deviceIds: readonly number[] | null, from: string, to: string) =>
  run<TrainingSum>(db, SUM, [deviceIds, from, to])
