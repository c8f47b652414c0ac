import type { Parsed } from '@portal/contract/kernel/call'
import type { stockInCalls } from '@portal/contract/stock-in/stock-in'
import type { Ctx } from '../../kernel/ctx.ts'
import { listHeadedDepts } from '../dept/dept.service.ts'
import * as store from './label.store.ts'

/** The address in the QR code. Without PUBLIC_URL it is relative, and the browser adds its own origin. */
const makeAddress = (ctx: Ctx, serialId: string) =>
  `${ctx.env.PUBLIC_URL ?? ''}/osp/asset/label?serialId=${encodeURIComponent(serialId)}`

export async function showLabels(ctx: Ctx, { query }: Parsed<typeof stockInCalls.labels>) {
  const found = await store.listLabels(ctx.db, query.deviceIds, {
    all: ctx.holds('PURCHASE_ALL', 'DEVICE_ALL'),
    userId: ctx.me.id,
    deptIds: await listHeadedDepts(ctx),
  })
  return found.map((d) => ({ ...d, url: makeAddress(ctx, d.serialId) }))
}
