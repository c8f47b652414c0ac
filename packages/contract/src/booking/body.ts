import { z } from 'zod'
import { id, instant, keptLine, keptText, line, optionalLine, requiredText, text } from '../kernel/fields.ts'
import { deviceRef } from '../kernel/refs.ts'
import { givenAnswer } from '../form/binding.ts'
import { useNatures } from '../use-ledger/use-ledger.ts'
import { type BookingKind, bookingKinds, payModes } from './booking.ts'

// What a booking is made of, as it is sent.

/** Kinds of samples one booking registers. */
export const SAMPLES_MAX = 50
export const SAMPLES_TOO_MANY = `一次最多登记 ${SAMPLES_MAX} 种样品`
export const sampleFields = z.object({
  name: line('样品名称', 100),
  count: z
    .number({ error: '请填写样品数量' })
    .int('样品数量应为整数')
    .min(1, '样品数量至少为 1')
    .max(100_000, '样品数量过大'),
  /** 形态：粉末、块体、溶液…… */
  form: optionalLine('样品形态', 50),
  /** 危险性：无、易燃、有毒、腐蚀…… */
  hazard: optionalLine('危险性', 100),
  returnWanted: z.boolean().default(false),
  wishes: text('测试要求', 1000),
  /** Of the form that the instrument asks of each sample. Left out: as it was of the sample of this name. */
  answers: givenAnswer.nullish(),
})
export type SampleInput = z.input<typeof sampleFields>

export const periodFields = { startAt: instant, endAt: instant }
/** The longest of any period a request may name; devices allow less. */
export const MAX_PERIOD_MS = 31 * 86_400_000
export const isPeriod = (p: { startAt?: string | null; endAt?: string | null }) => {
  if (!p.startAt && !p.endAt) return true
  if (!p.startAt || !p.endAt) return false
  const ms = Date.parse(p.endAt) - Date.parse(p.startAt)
  return ms > 0 && ms <= MAX_PERIOD_MS
}
export const badPeriod = { error: '结束时间须晚于开始时间，且不超过 31 天', path: ['endAt'] }

/** What the booker wants, as far as it can be judged and priced. */
export const wish = {
  deviceId: deviceRef,
  kind: z.enum(bookingKinds, { error: '请选择预约方式' }),
  startAt: instant.nullish(),
  endAt: instant.nullish(),
  /** Left out: the server takes a free one. */
  seat: z.number().int().min(1).max(200).nullish(),
  experimenterId: id.nullish(),
  /** Left out: the booker's supervisor, or himself if he has none. */
  payerId: id.nullish(),
  payMode: z.enum(payModes, { error: '请选择付款方式' }).default('post'),
  /** The card of a booker who pays himself. Another payer names his card when he agrees. */
  fundCardId: id.nullish(),
}
/** Disciplines of one use. */
export const DISCIPLINES_MAX = 4
/**
 * What a use is for, as it is reported later: free to say. Sources, disciplines and modes are codes of the
 * dictionaries {@link purposeLists}.
 */
const reported = {
  project: keptLine('课题名称', 200),
  projectNumber: keptLine('课题编号', 50),
  nature: z.enum(useNatures, { error: '请选择用途类别' }).nullish(),
  fundingSource: keptLine('经费来源'),
  disciplines: z
    .array(line('学科领域'))
    .max(DISCIPLINES_MAX, `学科领域最多选 ${DISCIPLINES_MAX} 个`)
    .transform((codes) => [...new Set(codes)])
    .optional(),
  serviceMode: keptLine('服务方式'),
}
export const purposeLists = {
  fundingSource: 'funding_source',
  disciplines: 'discipline',
  serviceMode: 'service_mode',
} as const
export const details = {
  ...reported,
  purpose: requiredText('预约用途', 500),
  phone: keptLine('联系电话', 30),
  remark: keptText('备注', 1000),
  samples: z.array(sampleFields).max(SAMPLES_MAX, SAMPLES_TOO_MANY).default([]),
  /** Files uploaded before with `attach`, still hanging on nothing. */
  attachmentIds: z.array(z.uuid('附件编号不正确')).max(10, '最多 10 个附件').default([]),
  /** Of the form that the instrument asks. Left out: as it was, and nothing where there was none. */
  answers: givenAnswer.nullish(),
}
export const bothOrNone = (b: { kind: BookingKind; startAt?: string | null }) =>
  b.kind === 'sample_delivery' || !!b.startAt
export const noPeriod = { error: '请选择预约时段', path: ['startAt'] }
