import { useStates } from '@portal/contract/use-ledger/use-ledger'
import { literals, run, type Db } from '../../../kernel/db.ts'
import { askedSql } from '../../form/form.service.ts'

interface Unsurveyed {
  id: number
  deviceId: number
  deviceName: string
  endedAt: Date
  /** The number of all such uses. */
  total: number
}
// Both conditions use an index; the one on experimenters holds only rows whose experimenter is not the
// booker. A person has few uses a month, so their instruments' forms are looked up row by row.
const UNSURVEYED = `select b.id, d.id as "deviceId", d.name as "deviceName",
    coalesce(b.finished_at, upper(b.period)) as "endedAt", count(*) over () as total
  from booking b join device d on d.id = b.device_id
  where (b.booker_id = $1 or (b.experimenter_id = $1 and b.experimenter_id <> b.booker_id))
    and b.state in (${literals(useStates)}) and coalesce(b.finished_at, upper(b.period)) > $2
    and not exists (select from form_answer a where a.booking_id = b.id and a.occasion = 'survey')
    and ${askedSql('d', 'survey')} is not null
  order by "endedAt" desc, b.id desc limit 20`
/**
 * The latest 20 of a person's uses that ended after `since` and whose instruments have an unanswered survey.
 */
export const listUnsurveyed = (db: Db, userId: number, since: Date) =>
  run<Unsurveyed>(db, UNSURVEYED, [userId, since])
