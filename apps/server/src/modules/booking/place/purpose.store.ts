import { run, type Db } from '../../../kernel/db.ts'
import { PURPOSE, type Purpose } from '../booking.store.ts'

/**
 * Number of recent bookings to look at: an index returns them in order, and for a daily booker they cover
 * some months.
 */
const LOOKED_AT = 100
const OFFERED = 10

const LAST = `
  select project, "projectNumber", nature, "fundingSource", disciplines, "serviceMode" from (
    select distinct on (coalesce(project, '')) * from (
      select b.id, ${PURPOSE} from booking b where b.booker_id = $1 order by b.id desc limit ${LOOKED_AT})
        looked_at
    where coalesce(project, "projectNumber", nature, "fundingSource", disciplines[1],
      "serviceMode") is not null
    order by coalesce(project, ''), id desc) latest
  order by id desc limit ${OFFERED}`
/** The purposes of a person's last bookings, newest first: one per project, and one without a project. */
export const listLast = (db: Db, bookerId: number) => run<Purpose>(db, LAST, [bookerId])
