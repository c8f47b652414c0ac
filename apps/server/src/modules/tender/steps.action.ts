import type { Ctx } from '../../kernel/ctx.ts'
import { plainText } from '../../kernel/html.ts'
import { together } from '../../kernel/together.ts'
import * as dictionary from '../dictionary/dictionary.service.ts'
import * as supplier from '../supplier/supplier.service.ts'
import { tenderFlow, type Tender } from './tender.flow.ts'
import { tenders, type Row } from './tender.process.ts'
import { judgeAnnouncement } from './tender.rules.ts'
import * as store from './tender.store.ts'

// What is done with one tender, with several at once, or when the time has come.

interface Held {
  row: Row
  roles: ReadonlySet<Tender['role']>
}

/** From here on suppliers know of it, and may quote. */
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

/** What was quoted is unsealed: the table of the flow says what belongs to it. */
export const openTender = (ctx: Ctx, held: Held): Promise<Row> => tenders.take(ctx, held, 'open')

/** Its time has come, and nobody has opened it by hand. */
export async function openDue(ctx: Ctx, { id }: { id: number }): Promise<void> {
  const loaded = (await store.takeDue(ctx, id)) && (await tenders.loadAsSystem(ctx, id))
  if (loaded) await openTender(ctx, loaded)
}
