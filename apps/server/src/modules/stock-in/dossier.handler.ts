import type { Parsed } from '@portal/contract/kernel/call'
import type { stockInCalls } from '@portal/contract/stock-in/stock-in'
import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Ctx } from '../../kernel/ctx.ts'
// Only the history of the purchase is read here, for the dossier; no step is taken.
import { history } from '../../kernel/flow-log.store.ts'
import { forbidden, notFound } from '../../kernel/refuse.ts'
import type { RawReply } from '../../kernel/send-reply.ts'
import { shownAt } from '../../kernel/time.ts'
import { together } from '../../kernel/together.ts'
import * as acceptance from '../acceptance/acceptance.service.ts'
import * as device from '../device/device.service.ts'
import { listHeadedDepts } from '../dept/dept.service.ts'
import * as dictionary from '../dictionary/dictionary.service.ts'
import * as file from '../file/file.service.ts'
import * as purchase from '../purchase/purchase.service.ts'
import * as tender from '../tender/tender.service.ts'
import * as course from './course.store.ts'
import { courseSheet } from './course.view.ts'
import { namer, safeName } from './dossier.rules.ts'
import * as store from './dossier.store.ts'
import * as sheets from './dossier.view.ts'
import * as arrivals from './dossier-arrival.view.ts'
import { evaluationSheet, showJudged, tenderSheet } from './evaluation.view.ts'
import { readDetail } from './show.action.ts'
import * as orders from './stock-in.store.ts'

/** A sheet made here, or an uploaded file. */
type Entry = { folder: string; name: string } & ({ text: string } | { kept: file.FileRow })

const FOLDERS = {
  device: '0-仪器档案',
  purchase: '1-申购',
  panel: '2-专家论证',
  tender: '3-招标采购',
  delivery: '4-供货',
  acceptance: '5-验收',
  stockIn: '6-入库报销',
  course: '7-使用管理',
} as const

const UNSEEN = '您不能查看该仪器的建档资料'

async function originFor(ctx: Ctx, deviceId: number): Promise<store.Origin> {
  const origin = await store.findOrigin(ctx.db, deviceId)
  const office = ctx.holds('PURCHASE_ALL')
  if (!origin) throw office ? notFound('仪器') : forbidden(UNSEEN)
  const headed = await listHeadedDepts(ctx)
  const standing = await device.standingOn(ctx, deviceId)
  const keeps =
    origin.contactId === ctx.me.id ||
    headed.includes(origin.deviceDeptId) ||
    (standing !== undefined && device.eventsOn(ctx, standing).includes('edit'))
  const { coming } = origin
  const bought =
    coming !== null && (coming.requesterId === ctx.me.id || headed.includes(coming.purchaseDeptId))
  ctx.allow(office || keeps || bought, UNSEEN)
  ctx.target = `device ${deviceId}`
  return origin
}

const keptIn = async (ctx: Ctx, business: string, rowId: number | null): Promise<file.FileRow[]> =>
  rowId === null ? [] : ((await file.listFiles(ctx, business, [rowId])).get(rowId) ?? [])

/** Collects the entries of the archive, folder by folder. */
function collector() {
  const entries: Entry[] = []
  const sheet = (folder: string, name: string, text: string) =>
    void entries.push({ folder, name: `${name}.html`, text })
  const files = (
    folder: string,
    kept: readonly file.FileRow[],
    nameOf: (f: file.FileRow) => string = (f) => f.name,
  ) => kept.forEach((f) => entries.push({ folder, name: nameOf(f), kept: f }))
  return { entries, sheet, files }
}
type Collector = ReturnType<typeof collector>

async function collectPanels(
  ctx: Ctx,
  { sheet }: Collector,
  w: sheets.Written,
  folder: string,
  business: 'purchase' | 'scrap',
  rowIds: readonly number[],
): Promise<void> {
  for (const [, [first, ...rest]] of Map.groupBy(
    await store.listOpinions(ctx.db, business, rowIds),
    (o) => o.panelId,
  ))
    if (first) sheet(folder, `论证意见-${first.panelId}`, sheets.panelSheet(w, [first, ...rest]))
}

/** Losing quotations and their evaluation are only for the offices that compared them. */
async function collectTenders(
  ctx: Ctx,
  { sheet }: Collector,
  w: sheets.Written,
  purchaseId: number,
  rounds: readonly store.Round[],
): Promise<void> {
  const office = ctx.holds('PURCHASE_ALL', 'TENDER_ALL')
  const roundIds = office ? rounds.map((t) => t.id) : []
  const judged = [...(await tender.findEvaluations(ctx, roundIds))].map(([id, e]) => showJudged(id, e))
  const [bids, members, votes] = [
    judged.flatMap((j) => j.bids),
    judged.flatMap((j) => j.members),
    judged.flatMap((j) => j.votes),
  ]
  sheet(FOLDERS.tender, '采购结果', tenderSheet(w, rounds, await store.listInvited(ctx.db, purchaseId), bids))
  const evaluated = rounds.filter((t) => bids.some((b) => b.tenderId === t.id && b.qualified !== null))
  for (const t of evaluated)
    sheet(FOLDERS.tender, `评审报告-第${t.round}轮`, evaluationSheet(w, t, { bids, members, votes }))
}

/** Everything of an order; the caller has already been checked for the instrument. */
async function showOrder(ctx: Ctx, id: number) {
  const s = await orders.find(ctx.db, id)
  if (!s) throw notFound('入库单')
  return readDetail(ctx, s, new Set())
}

/** Who sees the quotes of a purchase: the offices, its requester and the heads of its department. */
const mayCompare = async (ctx: Ctx, { requesterId, purchaseDeptId }: store.Coming): Promise<boolean> =>
  ctx.holds('PURCHASE_ALL', 'TENDER_ALL') ||
  requesterId === ctx.me.id ||
  (await listHeadedDepts(ctx)).includes(purchaseDeptId)

/** From the request to the stock-in. */
async function collectComing(ctx: Ctx, c: Collector, w: sheets.Written, coming: store.Coming): Promise<void> {
  const { sheet, files } = c
  const about = await purchase.find(ctx, coming.purchaseId)
  if (!about) throw notFound('申购')
  const items = await purchase.listItems(ctx, coming.purchaseId)
  sheet(
    FOLDERS.purchase,
    '申购单',
    sheets.purchaseSheet(w, about, items, await history(ctx, 'purchase', coming.purchaseId)),
  )
  if (await mayCompare(ctx, coming)) {
    const quotes = await purchase.listQuotes(ctx, coming.purchaseId)
    if (quotes.length > 0) sheet(FOLDERS.purchase, '报价记录', sheets.quotesSheet(w, quotes))
  }
  const words = await dictionary.readLabels(ctx, 'purchase_paper')
  const kinds = new Map(
    (await purchase.listPapers(ctx, coming.purchaseId)).map((p) => [p.fileId, words.get(p.kind) ?? p.kind]),
  )
  files(
    FOLDERS.purchase,
    await keptIn(ctx, 'purchase', coming.purchaseId),
    (f) => `${kinds.get(f.id) ?? '其他材料'}-${f.name}`,
  )

  await collectPanels(ctx, c, w, FOLDERS.panel, 'purchase', [coming.purchaseId])
  const rounds = await store.listRounds(ctx.db, coming.purchaseId)
  if (rounds.length > 0) await collectTenders(ctx, c, w, coming.purchaseId, rounds)
  for (const t of rounds) files(FOLDERS.tender, await keptIn(ctx, 'tender', t.id))

  const order = await showOrder(ctx, coming.stockInId)
  const piece = order.pieces.find((p) => p.id === coming.pieceId)
  if (piece) sheet(FOLDERS.delivery, '设备信息', arrivals.pieceSheet(w, piece))
  files(FOLDERS.delivery, await keptIn(ctx, 'delivery', coming.deliveryId))
  sheet(
    FOLDERS.acceptance,
    '验收单',
    arrivals.acceptanceSheet(w, await acceptance.showWhole(ctx, coming.acceptanceId)),
  )
  files(`${FOLDERS.acceptance}/照片`, await keptIn(ctx, 'acceptance', coming.acceptanceId))
  sheet(FOLDERS.stockIn, '入库单', arrivals.stockInSheet(w, order))
  files(`${FOLDERS.stockIn}/发票`, await keptIn(ctx, 'stock_in', coming.stockInId))
}

/** What happened to the instrument since. */
async function collectCourse(ctx: Ctx, c: Collector, w: sheets.Written): Promise<void> {
  const { deviceId } = w.origin
  const [moves, maintained, repairs, scraps] = await together([
    course.listMoves(ctx.db, deviceId),
    course.listMaintenance(ctx.db, deviceId),
    course.listRepairs(ctx.db, deviceId),
    course.listScraps(ctx.db, deviceId),
  ])
  if (moves.length + maintained.length + repairs.length + scraps.length === 0) return
  c.sheet(
    FOLDERS.course,
    '调拨、保养、维修与报废记录',
    courseSheet(w, { moves, maintained, repairs, scraps }),
  )
  const scrapIds = scraps.map((s) => s.id)
  await collectPanels(ctx, c, w, FOLDERS.course, 'scrap', scrapIds)
  for (const [business, label, ids] of [
    ['maintenance', '保养', maintained.map((m) => m.id)],
    ['repair', '维修', repairs.map((r) => r.id)],
    ['scrap', '报废', scrapIds],
  ] as const) {
    c.files(`${FOLDERS.course}/${label}附件`, [...(await file.listFiles(ctx, business, ids)).values()].flat())
  }
}

async function listEntries(ctx: Ctx, origin: store.Origin): Promise<Entry[]> {
  const w: sheets.Written = { origin, time: (at) => (at === null ? null : shownAt(at, ctx.env.CAMPUS_TZ)) }
  const c = collector()
  c.sheet(FOLDERS.device, '仪器卡片', sheets.deviceSheet(w))
  if (origin.coming) await collectComing(ctx, c, w, origin.coming)
  await collectCourse(ctx, c, w)
  return c.entries
}

/** The ZIP is written while it is sent, file by file, so it is never in memory as a whole. */
function findArchive(ctx: Ctx, entries: readonly Entry[]): Readable {
  const zip = new ZipFile()
  // It is a PassThrough; the types of yazl declare less.
  const output = zip.outputStream as Readable
  zip.on('error', (e: Error) => output.destroy(e))
  const pathOf = namer()
  const list = ['文件,大小（字节）']
  for (const e of entries) {
    const path = pathOf(e.folder, e.name)
    if ('text' in e) {
      const content = Buffer.from(e.text)
      zip.addBuffer(content, path, { mtime: ctx.now })
      list.push(`"${path}",${content.length}`)
    } else {
      // Uploads are usually compressed already.
      zip.addReadStreamLazy(
        path,
        { mtime: e.kept.createdAt, compress: false },
        (give) =>
          void file.open(ctx, e.kept).then(
            ({ body }) => give(null, body as Readable),
            (fault: unknown) => give(fault, output),
          ),
      )
      list.push(`"${path}",${e.kept.bytes}`)
    }
  }
  zip.addBuffer(Buffer.from(`\ufeff${list.join('\r\n')}\r\n`), '目录.csv', { mtime: ctx.now })
  zip.end()
  return output
}

export async function sendDossier(
  ctx: Ctx,
  { params }: Parsed<typeof stockInCalls.dossier>,
): Promise<RawReply> {
  const origin = await originFor(ctx, params.deviceId)
  return {
    type: 'application/zip',
    body: findArchive(ctx, await listEntries(ctx, origin)),
    fileName: `${safeName(`建档资料-${origin.serialId}-${origin.name}`)}.zip`,
  }
}
