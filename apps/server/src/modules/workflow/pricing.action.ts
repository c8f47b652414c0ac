import { isDate } from '@portal/form-kit/check/types'
import { isMissing } from '@portal/form-kit/check/check'
import { priceTiers, priceTierWords, type PriceTier } from '@portal/contract/price-plan/price-plan'
import { addDays, findToday } from '../../kernel/time.ts'
import { publishHourPrices } from '../price-plan/price-plan.service.ts'
import {
  explainWord,
  findChosen,
  findPublisher,
  judgeDevice,
  mayStillDo,
  type Doing,
} from './doing.action.ts'

const MOST_YUAN = 1_000_000
/** Fen of an amount that was entered in yuan; null if it is not a valid price. */
function readYuan(value: unknown): number | null {
  const yuan = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof yuan !== 'number' || !(yuan >= 0) || yuan > MOST_YUAN) return null
  const fen = Math.round(yuan * 100)
  return Math.abs(fen - yuan * 100) < 1e-6 ? fen : null
}
/** The day of an entered date, with or without a time; null if it is not a date. */
function readDay(value: unknown): string | null {
  const day = typeof value === 'string' ? /^(\d{4}-\d{2}-\d{2})(?:[T ][\d:]+)?$/.exec(value)?.[1] : undefined
  return day !== undefined && isDate(value) ? day : null
}

const PRICES = ['open'] as const

/** Publishes the hourly price of an instrument from the form's values. */
export const pricing: Doing = {
  async judge(ctx, settings, fields) {
    const isField = (name: string) => fields.some((f) => f.field === name)
    const { device = '', from = '' } = settings
    const named = priceTiers.filter((tier) => settings[tier])
    const faults = named
      .filter((tier) => !isField(settings[tier] ?? ''))
      .map((tier) => `${priceTierWords[tier]}价格：表单中没有字段“${settings[tier]}”`)
    if (named.length === 0) faults.push('请至少指定一类用户的价格字段')
    const start = fields.find((f) => f.field === from)
    if (from !== '' && !start) faults.push(`生效日期：表单中没有字段“${from}”`)
    else if (start && !start.day) faults.push(`生效日期：“${start.title}”须为日期字段，且只能选一天`)
    const of = await judgeDevice(ctx, device, fields, {
      events: PRICES,
      refusal: (name) => `您无权管理“${name}”的收费标准，不能发布该步骤`,
    })
    return [...faults, ...of]
  },
  async carryOut(ctx, instance, { settings }) {
    const found = await findChosen(ctx, instance, settings['device'] ?? '')
    if (!found) return { failed: '没有找到表单所选的仪器，未发布收费标准' }
    const publisher = await findPublisher(ctx, instance)
    if (!(await mayStillDo(publisher, found.id, PRICES)))
      return { failed: `${explainWord(publisher, `管理“${found.name}”的收费标准`)}，未发布收费标准` }
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
    const asked = instance.given[settings['from'] ?? '']
    // An unreadable day is refused, not replaced: bookings made meanwhile would get wrong estimates.
    const from = isMissing(asked) ? addDays(findToday(ctx), 1) : readDay(asked)
    if (from === null) return { failed: `生效日期不正确，未发布“${found.name}”的收费标准` }
    const outcome = await publishHourPrices(ctx, {
      deviceId: found.id,
      from,
      hourFen,
      note: `流程“${instance.workflow}”（编号 ${instance.id}）`,
      publisherId: publisher.id,
    })
    return 'failed' in outcome
      ? { failed: `${outcome.failed}，未发布“${found.name}”的收费标准` }
      : { done: `已发布“${found.name}”的收费标准，自 ${outcome.from} 起执行` }
  },
}
