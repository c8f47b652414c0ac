import { buffer } from 'node:stream/consumers'
import type { Parsed } from '@portal/contract/kernel/call'
import type { tenderCalls } from '@portal/contract/tender/calls'
import { sourcingWords, tenderNumber, tenderRefusals } from '@portal/contract/tender/tender'
import type { Ctx } from '../../kernel/ctx.ts'
import { logStep, tooLate } from '../../kernel/flow-log.store.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { refuse } from '../../kernel/refuse.ts'
import * as approval from '../approval/approval.service.ts'
import * as file from '../file/file.service.ts'
import { QUOTED_FILES, shown } from './access.service.ts'
import { askMembers } from './committee.service.ts'
import * as committee from './committee.store.ts'
import { keyOfTender, unseal } from './quotation-seal.ts'
import * as quotations from './quotation.store.ts'
import { OF, tenderLink } from './rounds.service.ts'
import { tenderFlow, type TenderRole } from './tender.flow.ts'
import { loadToRun } from './tender.service.ts'
import * as store from './tender.store.ts'

export async function open(ctx: Ctx, { params }: Parsed<typeof tenderCalls.open>) {
  const { t, how } = await loadToRun(ctx, params.id)
  await openTender(ctx, t, how.roles)
  return shown(ctx, t.id)
}

/** Its time has come, and nobody has opened it by hand. */
export async function openDue(ctx: Ctx, { id }: { id: number }): Promise<void> {
  const t = (await store.takeDue(ctx, id)) && (await store.find(ctx.db, id))
  if (t) await openTender(ctx, t, new Set<TenderRole>(['system']))
}

export async function openTender(
  ctx: Ctx,
  t: store.TenderDetail,
  roles: ReadonlySet<TenderRole>,
): Promise<void> {
  tenderFlow.judge(t.state, 'open', roles)
  if (!(await store.open(ctx, t.id))) {
    const now = await store.find(ctx.db, t.id)
    throw now?.state === 'announced'
      ? refuse('NOT_YET', tenderRefusals.NOT_YET, { status: 409 })
      : await tooLate(ctx, OF, t.id)
  }
  const { opened, broken } = await unsealAll(ctx, t.id)
  await logStep(ctx, {
    business: OF,
    rowId: t.id,
    event: 'open',
    from: 'announced',
    to: 'opened',
    detail: { opened, broken },
  })
  const what = `${t.title}（${tenderNumber(t.id)}）`
  const words = sourcingWords[t.method]
  await askMembers(ctx, t, await committee.members(ctx.db, t.id))
  await approval.openTask(ctx, {
    business: OF,
    rowId: t.id,
    step: 'evaluate',
    role: 'tender_office',
    requesterId: t.requesterId,
    title: `${words.opened}评审：${what}`,
  })
  const damage = broken.length ? `另有 ${broken.length} 份报价在密封期间被改动，无法解封，请核查。` : ''
  await tell(ctx, {
    role: { role: 'tender_office' },
    exceptUserId: broken.length ? null : (ctx.actor?.id ?? null),
    kind: OF,
    title: broken.length ? `${words.opened}：有报价被改动` : `已${words.opening}`,
    body: `${what}已${words.opening}，收到 ${opened.length} 份报价。${damage}`,
    link: tenderLink(t.id),
    mail: true,
  })
}

/** The only way to what was quoted. The statement behind `toUnseal` gives nothing out before the opening time. */
async function unsealAll(ctx: Ctx, tenderId: number): Promise<{ opened: number[]; broken: number[] }> {
  const [opened, broken]: [number[], number[]] = [[], []]
  const key = keyOfTender(ctx.deps.adapters.secrets, tenderId)
  for (const q of await quotations.toUnseal(ctx, tenderId)) {
    const { opensAt, supplierId, sealed, fileIds } = q
    const files = await bytesOf(ctx, fileIds)
    const found = files && unseal(key, { tenderId, supplierId, opensAt }, sealed, files)
    if (!found) {
      await quotations.broken(ctx, q.id)
      broken.push(q.id)
      continue
    }
    await quotations.opened(ctx, q.id, found.content)
    for (const [i, about] of found.content.files.entries()) {
      const content = found.files[i]
      if (content)
        await file.keepBytes(
          ctx,
          { ...about, content },
          { business: QUOTED_FILES, rowId: q.id, visibility: 'private' },
        )
    }
    for (const id of fileIds) await file.remove(ctx, id)
    opened.push(q.id)
  }
  return { opened, broken }
}

/** Undefined when one of them is gone. */
async function bytesOf(ctx: Ctx, fileIds: readonly string[]): Promise<Buffer[] | undefined> {
  const all: Buffer[] = []
  for (const id of fileIds) {
    const bytes = await ctx.deps.adapters.files.read(id)
    if (!bytes) return undefined
    all.push(await buffer(bytes))
  }
  return all
}
