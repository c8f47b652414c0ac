import { z } from 'zod'
import { id, instant, keptLine, keptText, line, optionalLine, requiredText, text } from '../kernel/fields.ts'
import { deviceRef } from '../kernel/refs.ts'
import { givenAnswer } from '../form/binding.ts'
import { useNatures } from '../use-ledger/use-ledger.ts'
import { type BookingKind, bookingKinds, payModes } from './booking.ts'

// The request fields of a booking.

/** Most kinds of samples in one booking. */
export const SAMPLES_MAX = 50
/** Most samples of one kind. */
const KIND_MAX = 100_000
/** Most samples in one booking, and so in its test order. */
export const SAMPLES_TOTAL_MAX = SAMPLES_MAX * KIND_MAX
export const SAMPLES_TOO_MANY = `一次最多登记 ${SAMPLES_MAX} 种样品`
export const sampleFields = z.object({
  name: line('样品名称', 100),
  count: z
    .number({ error: '请填写样品数量' })
    .int('样品数量应为整数')
    .min(1, '样品数量至少为 1')
    .max(KIND_MAX, '样品数量过大'),
  /** Form of the sample: 粉末、块体、溶液…… */
  form: optionalLine('样品形态', 50),
  /** Hazard: 无、易燃、有毒、腐蚀…… */
  hazard: optionalLine('危险性', 100),
  returnWanted: z.boolean().default(false),
  wishes: text('测试要求', 1000),
  /**
   * Answers to the form that the instrument asks for each sample. Left out: the answers of the sample of this
   * name stay.
   */
  answers: givenAnswer.nullish(),
})
export type SampleInput = z.input<typeof sampleFields>

export const periodFields = { startAt: instant, endAt: instant }
/** Longest period of any request, in milliseconds (31 days); devices allow less. */
export const MAX_PERIOD_MS = 31 * 86_400_000
export const isPeriod = (p: { startAt?: string | null; endAt?: string | null }) => {
  if (!p.startAt && !p.endAt) return true
  if (!p.startAt || !p.endAt) return false
  const ms = Date.parse(p.endAt) - Date.parse(p.startAt)
  return ms > 0 && ms <= MAX_PERIOD_MS
}
export const badPeriod = { error: '结束时间须晚于开始时间，且不超过 31 天', path: ['endAt'] }

/** The fields that decide a booking's admission and price. */
export const wish = {
  deviceId: deviceRef,
  kind: z.enum(bookingKinds, { error: '请选择预约方式' }),
  startAt: instant.nullish(),
  endAt: instant.nullish(),
  /** Left out: the server chooses a free seat. */
  seat: z.number().int().min(1).max(200).nullish(),
  experimenterId: id.nullish(),
  /** Left out: the booker's supervisor, or the booker if there is none. */
  payerId: id.nullish(),
  payMode: z.enum(payModes, { error: '请选择付款方式' }).default('post'),
  /** The card of a booker who pays themselves. Another payer chooses the card when agreeing. */
  fundCardId: id.nullish(),
}
/** Most disciplines of one use. */
export const DISCIPLINES_MAX = 4
export const disciplines = z
  .array(line('学科领域'))
  .max(DISCIPLINES_MAX, `学科领域最多选 ${DISCIPLINES_MAX} 个`)
  .transform((codes) => [...new Set(codes)])
/**
 * The purpose of a use, for later reports; all fields are optional. Sources, disciplines and modes are codes
 * of the dictionaries in {@link purposeLists}.
 */
const reported = {
  project: keptLine('课题名称', 200),
  projectNumber: keptLine('课题编号', 50),
  nature: z.enum(useNatures, { error: '请选择用途类别' }).nullish(),
  fundingSource: keptLine('经费来源'),
  disciplines: disciplines.optional(),
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
  /** Ids of files uploaded before with `attach` and not yet attached to a booking. */
  attachmentIds: z.array(z.uuid('附件编号不正确')).max(10, '最多 10 个附件').default([]),
  /** Answers to the form that the instrument asks. Left out: the earlier answers stay, if there are any. */
  answers: givenAnswer.nullish(),
}
export const bothOrNone = (b: { kind: BookingKind; startAt?: string | null }) =>
  b.kind === 'sample_delivery' || !!b.startAt
export const noPeriod = { error: '请选择预约时段', path: ['startAt'] }
