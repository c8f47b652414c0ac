import type { Parsed } from '@portal/contract/kernel/call'
import { manageRefusals, type deviceManageCalls, type DeviceOperation } from '@portal/contract/device/manage'
import { deviceStatusWords } from '@portal/contract/device/device'
import { eachByItself } from '../../kernel/batch.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { listDayScreens } from '../../kernel/live.ts'
import { refuse } from '../../kernel/refuse.ts'
import { findStanding } from '../lab/lab.service.ts'
import { listActions, judgeOperation, statusAfter, NOBODY } from './device.rules.ts'
import { findReadiness } from './manage.action.ts'
import { lockDevice, setStatus } from './state.action.ts'
import { requireCan, readAsking } from './access.action.ts'
import * as states from './state.store.ts'
import { showManaged } from './device.view.ts'
import * as store from './manage.store.ts'
import { findPage, keptScope } from './search.action.ts'
import * as search from './search.store.ts'

export async function list(ctx: Ctx, { query }: Parsed<typeof deviceManageCalls.manageList>) {
  const { items, total } = await findPage(ctx, query, keptScope(ctx))
  const ids = items.map((d) => d.id)
  const [kept, ready, standing] = await Promise.all([
    store.findKept(ctx.db, ids),
    findReadiness(ctx, ids),
    search.findStandings(ctx.db, await readAsking(ctx), ids),
  ])
  return {
    items: items.map((d) =>
      showManaged(
        d,
        kept.get(d.id),
        ready.get(d.id),
        listActions(standing.get(d.id) ?? NOBODY, ctx.me.permissions),
      ),
    ),
    total,
  }
}

async function operateOn(ctx: Ctx, id: number, event: DeviceOperation, reason: string | null) {
  // Locked, so that what is judged is still so when it is written.
  const d = await lockDevice(ctx, await requireCan(ctx, id, 'edit'))
  const fault = judgeOperation(d, event, await states.isInRepair(ctx.db, id))
  if (fault) throw refuse(fault, manageRefusals[fault], { status: 409 })
  const status = statusAfter[event]
  if (status) await setStatus(ctx, d, status, status === 'normal' ? null : reason)
  else {
    await states.setShared(ctx, id, event === 'share')
    ctx.live(...listDayScreens(d))
  }
  return {
    state: status ?? d.status,
    message: status ? deviceStatusWords[status] : event === 'share' ? '已共享' : '已取消共享',
  }
}

export async function operate(ctx: Ctx, { params, body }: Parsed<typeof deviceManageCalls.operate>) {
  await operateOn(ctx, params.id, body.event, body.reason)
  return null
}

export async function operateMany(
  ctx: Ctx,
  { body: { ids, event, reason } }: Parsed<typeof deviceManageCalls.operateMany>,
) {
  const verdicts = await eachByItself(
    ctx,
    ids.map((id) => ({ id })),
    ({ id }) => operateOn(ctx, id, event, reason),
  )
  ctx.target = `device ${ids.join(' ')}`
  return verdicts
}

export async function listExamined(ctx: Ctx, { query }: Parsed<typeof deviceManageCalls.examineList>) {
  const lab = await findStanding(ctx, query.labId)
  ctx.allow(lab.roles.length > 0 || lab.reviews || ctx.holds('DEVICE_ALL'), '只有本实验室人员可以查看')
  return (await store.listExamined(ctx.db, lab.id)).map(({ deviceId, name, serialId, ...row }) => ({
    device: { id: deviceId, name, serialId },
    ...row,
  }))
}
