import type { Occasion } from '@portal/contract/form/binding'
import type { FormState } from '@portal/contract/form/form'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'

// Which form an instrument or a laboratory asks on which occasion.

/** A version of a form, without its text. */
export interface Asked {
  formId: number
  version: number
}
/**
 * SQL: what device `device` asks on an occasion, as JSON of {@link Asked}, to be read together with the
 * device so that no extra query is needed. The binding of the device wins over that of its lab, even if it
 * says that nothing is asked.
 */
export const askedSql = (device: string, occasion: Occasion): string => `
  (select json_build_object('formId', f.id, 'version', f.version)
    from (select n.form_id from form_binding n where n.occasion = '${occasion}'
        and (n.device_id = ${device}.id or n.lab_id = ${device}.lab_id)
      order by n.device_id nulls last limit 1) n
    join form f on f.id = n.form_id and f.state = 'published')`

const ASKED: Record<Occasion, string> = {
  booking: `select ${askedSql('d', 'booking')} as asked from device d where d.id = $1`,
  samples: `select ${askedSql('d', 'samples')} as asked from device d where d.id = $1`,
  result: `select ${askedSql('d', 'result')} as asked from device d where d.id = $1`,
  fault: `select ${askedSql('d', 'fault')} as asked from device d where d.id = $1`,
  survey: `select ${askedSql('d', 'survey')} as asked from device d where d.id = $1`,
}
export const findAsked = async (db: Db, deviceId: number, occasion: Occasion): Promise<Asked | null> =>
  (await run<{ asked: Asked | null }>(db, ASKED[occasion], [deviceId]))[0]?.asked ?? null

export interface Binding {
  id: number
  deviceId: number | null
  labId: number | null
  occasion: Occasion
  formId: number | null
  form: string | null
  formState: FormState | null
  byId: number
  by: string
  at: Date
}
const COLUMNS = `select n.id, n.device_id as "deviceId", n.lab_id as "labId", n.occasion,
    n.form_id as "formId", r.name as form, f.state as "formState", n.bound_by as "byId", u.name as by,
    n.bound_at as at
  from form_binding n join user_account u on u.id = n.bound_by left join form f on f.id = n.form_id
    left join form_revision r on r.form_id = f.id and r.version = f.version`
const OF_DEVICE = `${COLUMNS} where n.device_id = $1 or n.lab_id = $2
  order by n.occasion, n.device_id nulls last, n.id`
/** The bindings of a device and its laboratory; for each occasion that of the device comes first. */
export const list = (db: Db, deviceId: number, labId: number) =>
  run<Binding>(db, OF_DEVICE, [deviceId, labId])

const ONE = `${COLUMNS} where n.id = $1`
export const find = async (db: Db, id: number): Promise<Binding | undefined> =>
  (await run<Binding>(db, ONE, [id]))[0]

const saving = (target: 'device_id' | 'lab_id') => `
  insert into form_binding (${target}, occasion, form_id, bound_by, bound_at) values ($1, $2, $3, $4, $5)
  on conflict (${target}, occasion) do update set form_id = excluded.form_id, bound_by = excluded.bound_by,
    bound_at = excluded.bound_at`
const SAVE = { device: saving('device_id'), lab: saving('lab_id') }
export const save = (
  ctx: Ctx,
  target: { of: 'device' | 'lab'; id: number },
  occasion: Occasion,
  formId: number | null,
) => run(ctx.db, SAVE[target.of], [target.id, occasion, formId, ctx.me.id, ctx.now])

const OF_ROWS = `select exists (select from form_binding
  where form_id = $1 and occasion = 'samples') as found`
/** Is the form asked of samples anywhere? */
export const isAskedOfRows = async (db: Db, formId: number): Promise<boolean> =>
  (await run<{ found: boolean }>(db, OF_ROWS, [formId]))[0]?.found ?? false

export const remove = (ctx: Ctx, id: number) => run(ctx.db, 'delete from form_binding where id = $1', [id])
