import { fileUrl } from '@portal/contract/file/file'
import type pg from 'pg'
import { addMinutes, findLocal } from '../../kernel/time.ts'
import { Copier } from '../bulk.ts'
import { castDevices, castLab } from '../cast.ts'
import { castId } from '../campus/labs.ts'
import type { Frame } from '../campus/model.ts'
import type { Files } from '../files.ts'
import { receiptPicture } from '../pictures/portraits.ts'
import { drawnForms, drawnText, listAnswers } from './drawn-forms.ts'

const DAY_MINUTES = 1440
const DRAWN_DAYS_AGO = 40
const PROOF = '安全培训合格证明.webp'

/** Forms, answers, and one external interface that forms may call. */
export async function fillForms(client: pg.Client, { now, zone }: Frame, files: Files | null): Promise<void> {
  const copier = new Copier(client)
  const at = (days: number) => addMinutes(now, days * DAY_MINUTES)
  addForms(copier, at(-DRAWN_DAYS_AGO))
  const sources = copier.table('form_source', [
    'name',
    'address',
    'method',
    'enabled',
    'internal',
    'added_by',
    'added_at',
  ])
  sources.add({
    name: '实验室',
    address: '/api/v2/lab/select',
    method: 'GET',
    enabled: true,
    internal: false,
    added_by: castId('sysadmin'),
    added_at: at(-DRAWN_DAYS_AGO),
  })
  const kept = files?.into(copier)
  const picture = kept && (await receiptPicture())
  const rows = copier.table('form_answer', [
    'id',
    'form_id',
    'version',
    'user_id',
    'answered_at',
    'given',
    'summary',
  ])
  const answers = listAnswers((days) => findLocal(at(days), zone).day)
  answers.forEach(({ form, who, daysAgo, file, given, summary }, i) => {
    // Answers that need a file are left out if no files are stored.
    if (file && !(kept && picture)) return
    const about = { business: 'form-answer', rowId: i + 1, visibility: 'private' } as const
    const id =
      file && kept && picture
        ? kept.keepPicture(picture, { ...about, name: PROOF, ownerId: castId(who), createdAt: at(-daysAgo) })
        : ''
    rows.add({
      id: i + 1,
      form_id: form + 1,
      version: 1,
      user_id: castId(who),
      answered_at: at(-daysAgo),
      given: { json: { ...given, ...(file && { [file]: [{ name: PROOF, url: fileUrl(id) }] }) } },
      summary,
    })
  })
  await copier.flush()
  await client.query(BINDINGS, [at(-DRAWN_DAYS_AGO), castId('labadmin'), castLab.serialId, castSerials])
}

/**
 * One instrument of the cast's laboratory, outside the cast's own, asks its bookers and its users to fill in
 * forms.
 */
const BINDINGS = `
  insert into form_binding (device_id, occasion, form_id, bound_by, bound_at)
  select d.id, v.occasion, f.id, $2, $1 from (values (1, 'booking', '电镜样品登记'),
      (2, 'survey', '仪器使用满意度调查')) v(n, occasion, form)
    join form f on f.name = v.form
    cross join (select d.id from device d join lab l on l.id = d.lab_id join opening o on o.device_id = d.id
      where l.serial_id = $3 and d.serial_id <> all ($4::text[]) and o.enabled and o.self_operated
      order by d.id limit 1) d order by v.n`
const castSerials = Object.values(castDevices).map((d) => d.serialId)

function addForms(copier: Copier, drawnAt: Date): void {
  const forms = copier.table('form', [
    'id',
    'owner_id',
    'name',
    'category',
    'description',
    'state',
    'revision',
    'version',
    'created_at',
    'changed_at',
    'changed_by',
  ])
  const revisions = copier.table('form_revision', [
    'id',
    'form_id',
    'revision',
    'version',
    'name',
    'category',
    'description',
    'text',
    'saved_by',
    'saved_at',
    'published_by',
    'published_at',
  ])
  drawnForms.forEach((form, i) => {
    const { owner, name, category, description, isPublished } = form
    const said = { id: i + 1, name, category, description, revision: 1, version: isPublished ? 1 : null }
    forms.add({
      ...said,
      owner_id: castId(owner),
      state: isPublished ? 'published' : 'draft',
      created_at: drawnAt,
      changed_at: drawnAt,
      changed_by: castId(owner),
    })
    revisions.add({
      ...said,
      form_id: i + 1,
      text: drawnText(form),
      saved_by: castId(owner),
      saved_at: drawnAt,
      published_by: isPublished ? castId(owner) : null,
      published_at: isPublished ? drawnAt : null,
    })
  })
}
