import type { LabFigures } from '@portal/contract/lab-page/lab-page'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'

export interface DescriptionRow {
  intro: string | null
  bodyHtml: string | null
  updatedAt: Date | null
  updatedBy: string | null
}
const DESCRIPTION = `select l.intro, p.body_html as "bodyHtml", p.updated_at as "updatedAt",
  u.name as "updatedBy"
  from lab l left join lab_description p on p.lab_id = l.id left join user_account u on u.id = p.updated_by
    where l.id = $1`
/** Undefined: no such lab. */
export const findDescription = async (db: Db, labId: number): Promise<DescriptionRow | undefined> =>
  (await run<DescriptionRow>(db, DESCRIPTION, [labId]))[0]

/** Locks the lab, so that concurrent changes of its description are serialised. */
export const lock = (ctx: Ctx, labId: number) =>
  run(ctx.db, 'select from lab where id = $1 for no key update', [labId])
const DESCRIBE = `insert into lab_description (lab_id, body_html, updated_at, updated_by)
  values ($1, $2, $3, $4)
  on conflict (lab_id) do update set body_html = excluded.body_html, updated_at = excluded.updated_at,
    updated_by = excluded.updated_by`
export const writeDescription = (ctx: Ctx, labId: number, bodyHtml: string) =>
  run(ctx.db, DESCRIBE, [labId, bodyHtml, ctx.now, ctx.me.id])
export const removeDescription = (ctx: Ctx, labId: number) =>
  run(ctx.db, 'delete from lab_description where lab_id = $1', [labId])

// Nobody finds the instruments of a closed lab, so none of them is counted as shared.
const FIGURES = `select count(*) as devices,
    count(*) filter (where d.shared and (select enabled from lab where id = $1)) as "sharedDevices",
    (select count(distinct m.user_id) from lab_member m join user_account u on u.id = m.user_id and u.enabled
      where m.lab_id = $1) as members,
    (select count(*) from (select room_id from lab_room where lab_id = $1 union select room_id from lab
        where id = $1 and room_id is not null) r) as rooms
  from device d where d.lab_id = $1 and d.status <> 'scrapped'`
export const readFigures = (db: Db, labId: number) => runOne<LabFigures>(db, FIGURES, [labId])
