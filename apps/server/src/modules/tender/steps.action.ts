import type { Ctx } from '../../kernel/ctx.ts'
import { plainText } from '../../kernel/html.ts'
import { together } from '../../kernel/together.ts'
import * as dictionary from '../dictionary/dictionary.service.ts'
import * as supplier from '../supplier/supplier.service.ts'
import { tenderFlow, type Tender } from './tender.flow.ts'
import { tenders, type Row } from './tender.process.ts'
import { judgeAnnouncement } from './tender.rules.ts'
import * as store from './tender.store.ts'

// Steps of a tender that are shared by single calls, batch calls and the job.

interface Held {
  row: Row
  roles: ReadonlySet<Tender['role']>
}

/** Announces a tender: from now on suppliers see it and may quote. */
export async function publishTender(ctx: Ctx, { row: t, roles }: Held): Promise<Row> {
  tenderFlow.admit(t.state, 'announce', roles)
  const [invited, { tender_min_days: minDays }] = await together([
    store.listInvited(ctx.db, t.id),
    dictionary.readNumbers(ctx, ['tender_min_days']),
  ])
  const announcement = plainText(t.announcementHtml) || (t.announcementHtml.includes('<img') ? '图' : '')
  const unfit = await supplier.listUnfit(
    ctx,
    invited.map((s) => s.id),
  )
  const counted = { invited: invited.length - unfit.length, unfit: unfit.map((s) => s.name) }
  const refusal = judgeAnnouncement({ ...t, announcement, ...counted }, ctx.now, minDays)
  if (refusal) throw refusal
  return tenders.take(ctx, { row: t, roles }, 'announce')
}

/** Opens a tender; the step also unseals its quotations. */
export const openTender = (ctx: Ctx, held: Held): Promise<Row> => tenders.take(ctx, held, 'open')

/** Opens a tender whose time has come, unless the office has already opened it. */
export async function openDue(ctx: Ctx, { id }: { id: number }): Promise<void> {
  const loaded = (await store.takeDue(ctx, id)) && (await tenders.loadAsSystem(ctx, id))
  if (loaded) await openTender(ctx, loaded)
}
