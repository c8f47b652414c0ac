import {
  testOrderRefusals,
  type ResultFileAction,
  type testOrderCalls,
} from '@portal/contract/test-order/test-order'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { notFound, refuse, refuseField } from '../../kernel/refuse.ts'
import { addMinutes } from '../../kernel/time.ts'
import * as file from '../file/file.service.ts'
import { listActions, removesFiles, takesFiles } from './result-file.rules.ts'
import * as fileStore from './result-file.store.ts'
import { detailLink, nameOrder, orders } from './test-order.process.ts'
import { isAsked } from './test-order.rules.ts'
import type * as store from './test-order.store.ts'
import { showResultFile } from './test-order.view.ts'

const MAX_FILES = 20
/** Files uploaded within this many minutes count as one message. */
const QUIET_MINUTES = 5

const makeFiles = async (ctx: Ctx, orderId: number) =>
  (await file.listFiles(ctx, 'test_order', [orderId])).get(orderId) ?? []

/** Locks and loads the order; refuses callers who may not do this with its files. */
async function forFiles(ctx: Ctx, orderId: number, action: ResultFileAction): Promise<store.OrderDetail> {
  // Locked, so that parallel uploads are counted, and an order that is being submitted loses no file.
  await fileStore.lockOrder(ctx, orderId)
  const { row: order, roles, standing } = await orders.load(ctx, orderId)
  if (listActions(ctx, order, roles.has('reviewer'), standing.keeps).includes(action)) return order
  ctx.allow(standing.keeps || isAsked(roles), '只有设备审核员或实验室主任可以处理结果文件')
  if (action === 'add' && !takesFiles(order, ctx.now))
    throw refuse('FILES_CLOSED', testOrderRefusals.FILES_CLOSED, { status: 409 })
  if (action === 'remove' && !removesFiles(order))
    throw refuse('FILE_CONFIRMED', testOrderRefusals.FILE_CONFIRMED, { status: 409 })
  throw refuse('STATE', '当前状态不能进行该操作，请刷新后重试', { status: 409 })
}

export async function addFiles(ctx: Ctx, { params }: Parsed<typeof testOrderCalls.addFiles>) {
  const order = await forFiles(ctx, params.id, 'add')
  const there = await makeFiles(ctx, order.id)
  if (there.length + ctx.files.length > MAX_FILES) throw refuse('FILE_LIMIT', testOrderRefusals.FILE_LIMIT)
  if (ctx.files.length === 0) throw refuseField('file', '请选择要上传的文件', 'BAD_REQUEST')
  const kept = []
  for (const f of ctx.files)
    kept.push(await file.keep(ctx, f, { business: 'test_order', rowId: order.id, visibility: 'private' }))
  const since = new Date(Math.max(addMinutes(ctx.now, -QUIET_MINUTES).getTime(), order.stateAt.getTime()))
  if (!there.some((f) => f.createdAt > since)) {
    await tellBooker(
      ctx,
      order,
      '测试结果文件已上传',
      `${kept.map((f) => f.name).join('、')}${order.state === 'draft' ? '（测试单填写中）' : ''}`,
    )
  }
  return kept.map(file.showAttachment)
}

const tellBooker = (ctx: Ctx, order: store.OrderDetail, title: string, body: string) =>
  tell(ctx, {
    kind: 'test_order',
    userIds: [...new Set([order.bookerId, order.experimenterId])],
    exceptUserId: ctx.me.id,
    title,
    body: `${nameOrder(order)}：${body}`,
    link: detailLink(order.id),
    mail: true,
  })

async function findFile(ctx: Ctx, orderId: number, fileId: string): Promise<file.FileRow> {
  const found = (await makeFiles(ctx, orderId)).find((f) => f.id === fileId)
  if (!found) throw notFound('文件')
  return found
}

export async function removeFile(ctx: Ctx, { params }: Parsed<typeof testOrderCalls.removeFile>) {
  const order = await forFiles(ctx, params.id, 'remove')
  await file.remove(ctx, (await findFile(ctx, order.id, params.fileId)).id)
  return null
}

/** Marks a result file as withdrawn; it stays readable. */
export async function withdrawFile(ctx: Ctx, { params, body }: Parsed<typeof testOrderCalls.withdrawFile>) {
  const order = await forFiles(ctx, params.id, 'withdraw')
  const found = await findFile(ctx, order.id, params.fileId)
  if (!(await fileStore.withdraw(ctx, order.id, found.id, body.reason)))
    throw refuse('FILE_WITHDRAWN', testOrderRefusals.FILE_WITHDRAWN, { status: 409 })
  await tellBooker(ctx, order, '测试结果文件已撤回', `${found.name} 已撤回：${body.reason}`)
  return showResultFile(found, await fileStore.listWithdrawals(ctx.db, order.id))
}
