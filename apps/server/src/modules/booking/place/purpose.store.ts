import { run, type Db } from '../../../kernel/db.ts'
import { PURPOSE, type Purpose } from '../booking.store.ts'

/**
 * So many of his last bookings are looked at: an index gives them in order, and who books daily has them of
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
/** What somebody said of his last bookings, newest first: each project once, and once what was for none. */
export const listLast = (db: Db, bookerId: number) => run<Purpose>(db, LAST, [bookerId])
