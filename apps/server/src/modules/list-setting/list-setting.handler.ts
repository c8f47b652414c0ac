import { listSettingRefusals, type listSettingCalls } from '@portal/contract/list-setting/list-setting'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { refuse, refuseField, violates } from '../../kernel/refuse.ts'
import * as store from './list-setting.store.ts'

export const list = (ctx: Ctx) => store.listSettings(ctx.db, ctx.me.id)

export async function save(ctx: Ctx, { body }: Parsed<typeof listSettingCalls.save>) {
  try {
    if (!(await store.save(ctx, body)))
      throw refuse('TOO_MANY_LISTS', listSettingRefusals.TOO_MANY_LISTS, { status: 409 })
  } catch (e) {
    if (violates(e, 'list_setting_small'))
      throw refuseField('filters', listSettingRefusals.SETTING_LARGE, 'SETTING_LARGE')
    throw e
  }
  return null
}

export async function reset(ctx: Ctx, { query }: Parsed<typeof listSettingCalls.reset>) {
  ctx.target = query.list
  await store.remove(ctx, query.list)
  return null
}
