import { priceTiers, priceTierWords, type PriceTier } from '@portal/contract/price-plan/price-plan'
import { addDays, findToday } from '../../kernel/time.ts'
import { publishHourPrices } from '../price-plan/price-plan.service.ts'
import { findChosen, judgeDevice, type Doing } from './doing.action.ts'
import * as store from './instance.store.ts'

const MOST_YUAN = 1_000_000
/** Fen of what somebody has filled in as yuan; null where it is no price. */
function readYuan(value: unknown): number | null {
  const yuan = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof yuan !== 'number' || !(yuan >= 0) || yuan > MOST_YUAN) return null
  const fen = Math.round(yuan * 100)
  return Math.abs(fen - yuan * 100) < 1e-6 ? fen : null
}
const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)

/** Publishes what an instrument costs an hour, as the form says. */
export const pricing: Doing = {
  async judge(ctx, settings, fields) {
    const isField = (name: string) => fields.some((f) => f.field === name)
    const { device = '', from = '' } = settings
    const named = priceTiers.filter((tier) => settings[tier])
    const faults = named
      .filter((tier) => !isField(settings[tier] ?? ''))
      .map((tier) => `${priceTierWords[tier]}价格：表单中没有字段“${settings[tier]}”`)
    if (named.length === 0) faults.push('请至少指定一类用户的价格字段')
    if (from !== '' && !isField(from)) faults.push(`生效日期：表单中没有字段“${from}”`)
    const of = await judgeDevice(ctx, device, fields, {
      events: ['open'],
      refusal: (name) => `您无权管理“${name}”的收费标准，不能发布该步骤`,
    })
    return [...faults, ...of]
  },
  async carryOut(ctx, instance, { settings }) {
    const found = await findChosen(ctx, instance, settings['device'] ?? '')
    if (!found) return { failed: '没有找到表单所选的仪器，未发布收费标准' }
    const hourFen: Partial<Record<PriceTier, number>> = {}
    for (const tier of priceTiers) {
      const value = instance.given[settings[tier] ?? '']
      if (value === undefined || value === null || value === '') continue
      const fen = readYuan(value)
      if (fen === null)
        return { failed: `${priceTierWords[tier]}价格不正确，未发布“${found.name}”的收费标准` }
      hourFen[tier] = fen
    }
    if (Object.keys(hourFen).length === 0) return { failed: `没有填写价格，未发布“${found.name}”的收费标准` }
    const day = instance.given[settings['from'] ?? '']
    const publisher = await store.findPublisher(ctx.db, instance)
    const outcome = await publishHourPrices(ctx, {
      deviceId: found.id,
      from: isDay(day) ? day : addDays(findToday(ctx), 1),
      hourFen,
      note: `流程“${instance.workflow}”（编号 ${instance.id}）`,
      publisherId: publisher.id,
    })
    return 'failed' in outcome
      ? { failed: `${outcome.failed}，未发布“${found.name}”的收费标准` }
      : { done: `已发布“${found.name}”的收费标准，自 ${outcome.from} 起执行` }
  },
}
