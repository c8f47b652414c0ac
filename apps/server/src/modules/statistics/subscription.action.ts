import { measureWords, scopeWords, tableKeyWords, type Scope } from '@portal/contract/statistics/statistics'
import { viewScreenWords, type MailRhythm } from '@portal/contract/statistics/view'
import type { Ctx } from '../../kernel/ctx.ts'
import { postMail, tell } from '../../kernel/outbox.store.ts'
import { findRefusal } from '../../kernel/refuse.ts'
import { makeSheet } from '../../kernel/sheet.ts'
import { findLocal, shownAt } from '../../kernel/time.ts'
import { namePortal, readSite } from '../site/site.service.ts'
import { divide } from './period.rules.ts'
import { pivotFor } from './pivot.action.ts'
import { ownName } from './pivot.rules.ts'
import { shownAmount, sheetOfPivot } from './pivot.sheet.rules.ts'
import { readKnown } from './figures.action.ts'
import { wantedBy } from './standing.action.ts'
import * as statistics from './statistics.store.ts'
import { lastPeriod, wordMail, type SentTable } from './subscription.rules.ts'
import { readAsker, readPivot, readTable, type Days } from './view.action.ts'
import * as store from './view.store.ts'

/** Rows read by one statement; the file has all rows. */
const AT_ONCE = 10_000
const MEASURES = ['uses', 'workingMinutes', 'outsideMinutes', 'samples', 'incomeFen'] as const

/** The table of a view for the caller, in these days. */
async function findTable(ctx: Ctx, view: store.View, days: Days): Promise<SentTable> {
  if (view.screen === 'pivot') {
    const q = await readPivot(ctx, view, days)
    const { columns, rows } = sheetOfPivot(await pivotFor(ctx, q), q)
    return {
      headers: columns.map((c) => c.header),
      rows: rows.length > 1 ? rows.map((r) => columns.map((c) => c.value(r))) : [],
    }
  }
  const q = await readTable(ctx, view, days)
  const { wanted } = await wantedBy(ctx, q)
  const rows: statistics.Row[] = []
  for (let page = 0; rows.length === page * AT_ONCE; page++) {
    const { rows: some } = await statistics.table(ctx.db, divide(q.from, q.to), wanted, {
      by: q.by,
      measure: 'workingMinutes',
      descending: true,
      idle: q.idle === true,
      shared: q.shared === true,
      page,
      size: AT_ONCE,
    })
    rows.push(...some)
  }
  const nameRow = (r: statistics.Row): string => {
    const key = String(r.key ?? '')
    if (q.by === 'month') return key.slice(0, 7)
    return r.name && r.name !== key ? r.name : (ownName(q.by, key) ?? key)
  }
  return {
    headers: [
      tableKeyWords[q.by],
      ...(q.by === 'device' ? ['资产编号'] : []),
      ...MEASURES.map((m) => `${measureWords[m].title}（${measureWords[m].unit}）`),
    ],
    rows: rows.map((r) => [
      nameRow(r),
      ...(q.by === 'device' ? [r.serialId] : []),
      ...MEASURES.map((m) => shownAmount(m, r[m])),
    ]),
  }
}

/** The table as an Excel file in base64. */
async function findFile(
  name: string,
  { headers, rows }: SentTable,
): Promise<{ name: string; base64: string }> {
  async function* lines() {
    yield* rows
  }
  const columns = headers.map((header, i) => ({
    header,
    width: i === 0 ? 28 : 16,
    value: (row: (string | number | null)[]) => row[i] ?? null,
  }))
  const { body, fileName } = makeSheet('统计', columns, lines(), `${name}.xlsx`)
  const bytes: Buffer[] = []
  for await (const part of body as AsyncIterable<Uint8Array>) bytes.push(Buffer.from(part))
  return { name: fileName ?? `${name}.xlsx`, base64: Buffer.concat(bytes).toString('base64') }
}

const safeName = (name: string): string => name.replace(/[\\/:*?"<>|]/g, ' ').trim()
const makeAddress = ({ screen, params }: store.View): string => {
  const paths = {
    overview: '/statistics',
    device: '/statistic/device-statistic',
    lab: '/statistic/lab-statistic',
    pivot: '/statistic/pivot',
  }
  return `${paths[screen]}?${new URLSearchParams(params)}`
}

/**
 * Sends the last period of a subscription; `ctx` is a transaction with its reader
 * as the actor. Does nothing if that period was sent before. If the reader has lost the
 * right to the view, or it is not shared any more, the subscription ends and the reader is told.
 */
export async function send(ctx: Ctx, subscription: store.Subscription): Promise<void> {
  const zone = ctx.env.CAMPUS_TZ
  const days = lastPeriod(subscription.every, findLocal(ctx.now, zone).day)
  const asker = await readAsker(ctx)
  const view = await store.find(ctx.db, asker, subscription.viewId)
  const to = ctx.me.email
  if (!view?.seen || !to || !asker.scopes.includes(view.scope)) return endFor(ctx, subscription, !to)
  if (!(await store.noteSending(ctx, subscription.id, days.from))) return
  const site = await readSite(ctx)
  const { table, refusal } = await findTable(ctx, view, days).then(
    (t) => ({ table: t, refusal: null }),
    (e: unknown) => {
      // A refusal (the table is too large, or the view no longer
      // fits) is sent in place of the table, each time again.
      const said = findRefusal(e)
      if (!said || said.status >= 500) throw e
      return { table: null, refusal: said.reasons?.[0]?.message ?? said.message }
    },
  )
  const url = ctx.env.PUBLIC_URL
  const mail = wordMail({
    portal: namePortal(site),
    view: view.name,
    person: ctx.me.name,
    about: `${viewScreenWords[view.screen]}，${scopeWords[view.scope satisfies Scope]}`,
    ...days,
    table,
    refusal,
    open: url ? url + makeAddress(view) : null,
    stop: url ? `${url}/statistic/stop-mail#key=${subscription.stopToken}` : null,
    asOf: shownAt((await readKnown(ctx)).asOf, zone),
  })
  const name = `${safeName(view.name)}-${days.from}至${days.to}`
  await postMail(ctx, { to, ...mail, ...(table && { attachments: [await findFile(name, table)] }) })
}

async function endFor(ctx: Ctx, { id, viewName }: store.Subscription, mailbox: boolean): Promise<void> {
  await store.end(ctx, id)
  await tell(ctx, {
    userIds: [ctx.me.id],
    kind: 'system',
    title: '统计订阅已停止',
    body: mailbox
      ? `您的资料中已没有邮箱，统计视图“${viewName}”不再发送。填写邮箱后可重新订阅。`
      : `您已不能查看统计视图“${viewName}”的范围，或它不再共享，因此不再发送。`,
    link: '/statistics',
    // Its reader waits for mails, and may never look into the portal.
    mail: true,
  })
}

/** Sends the last period of a new subscription at once. */
export async function sendNow(ctx: Ctx, id: number): Promise<void> {
  const subscription = await store.take(ctx, id)
  if (subscription) await send(ctx, subscription)
}

/** Subscriptions whose last month or week has not been sent. */
export const listDue = (ctx: Ctx) => {
  const { day } = findLocal(ctx.now, ctx.env.CAMPUS_TZ)
  const first = (every: MailRhythm) => lastPeriod(every, day).from
  return store.listDue(ctx.db, first('month'), first('week'))
}
