import type { Site, SiteBody } from '@portal/contract/site/site'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'

const READ = `select name, school, place, temperature, air, department, address, postcode, phone, mailbox,
  advice, links, visitors_may_browse as "visitorsMayBrowse" from site_setting`
/** Always finds the one row, which a migration has inserted. */
export const read = (db: Db): Promise<Site> => runOne<Site>(db, READ, [])

const WRITE = `update site_setting set name = $1, school = $2, place = $3, temperature = $4, air = $5,
    department = $6, address = $7, postcode = $8, phone = $9, mailbox = $10, advice = $11,
  links = $12, visitors_may_browse = $13, updated_by = $14, updated_at = $15`
export const write = (ctx: Ctx, s: SiteBody) =>
  run(ctx.db, WRITE, [
    s.name,
    s.school,
    s.place,
    s.temperature,
    s.air,
    s.department,
    s.address,
    s.postcode,
    s.phone,
    s.mailbox,
    s.advice,
    JSON.stringify(s.links),
    s.visitorsMayBrowse,
    ctx.me.id,
    ctx.now,
  ])
