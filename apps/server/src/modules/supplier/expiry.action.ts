import { PAPER_WARNING_DAYS } from '@portal/contract/supplier/supplier'
import type { Ctx } from '../../kernel/ctx.ts'
import { eachAlone } from '../../kernel/jobs.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { addDays, findLocal, findToday } from '../../kernel/time.ts'
import * as dictionary from '../dictionary/dictionary.service.ts'
import * as paperStore from './paper.store.ts'
import { listUsers } from './people.action.ts'
import { OWN_PAGE, suppliers } from './supplier.process.ts'

const AT_ONCE = 500

/** Takes the approval from companies whose licence has expired. Returns how many. */
export async function expireLicences(job: Ctx): Promise<number> {
  const today = findLocal(job.now, job.env.CAMPUS_TZ).day
  return eachAlone(job, await paperStore.findLapsed(job.db, today, AT_ONCE), async (ctx, id) => {
    const found = await suppliers.loadAsSystem(ctx, id)
    // It may have submitted another licence meanwhile.
    if (found?.row.state !== 'approved') return
    const { licenceForever, licenceTo } = found.row
    if (licenceForever || (licenceTo !== null && licenceTo >= today)) return
    const reason = licenceTo ? `营业执照已于 ${licenceTo} 到期` : '没有有效的营业执照'
    await suppliers.take(ctx, found, 'expire', { reason })
  })
}

/** Warns companies of papers that expire soon, once per paper. Returns the number of papers. */
export async function warnOfExpiry(ctx: Ctx): Promise<number> {
  const today = findToday(ctx)
  const due = await paperStore.takeRunningOut(ctx, today, addDays(today, PAPER_WARNING_DAYS), AT_ONCE)
  if (due.length === 0) return 0
  const words = await dictionary.readLabels(ctx, 'supplier_paper')
  for (const [supplierId, papers] of Map.groupBy(due, (p) => p.supplierId)) {
    const which = papers.map((p) => `${words.get(p.kind) ?? p.kind}（${p.validTo} 到期）`).join('、')
    await tell(ctx, {
      kind: 'supplier',
      userIds: await listUsers(ctx, supplierId),
      mail: true,
      title: '证照即将到期',
      body: `${papers[0]?.supplier ?? ''}：${which}，请及时上传新的证照并提交审核，以免影响参加采购。`,
      link: OWN_PAGE,
    })
  }
  return due.length
}
