import { z } from 'zod'
import { amountFen, day, optionalLine } from '../kernel/fields.ts'
import { formatYuan, share } from '../kernel/money.ts'

// The price of an imported piece and its components in yuan.

export const currencyWords = {
  USD: '美元',
  EUR: '欧元',
  JPY: '日元',
  GBP: '英镑',
  CHF: '瑞士法郎',
  HKD: '港元',
  SGD: '新加坡元',
  CAD: '加元',
  AUD: '澳元',
  SEK: '瑞典克朗',
  DKK: '丹麦克朗',
  KRW: '韩元',
  CNY: '人民币',
} as const
export type Currency = keyof typeof currencyWords
export const currencies = Object.keys(currencyWords) as [Currency, ...Currency[]]

/** Terms of delivery: which costs the seller's price already includes. */
export const priceTermWords = {
  CIF: 'CIF（到岸价，含运费和保险费）',
  CIP: 'CIP（运费和保险费付至目的地）',
  FOB: 'FOB（离岸价）',
  FCA: 'FCA（货交承运人）',
  EXW: 'EXW（工厂交货）',
} as const
export type PriceTerm = keyof typeof priceTermWords
export const priceTerms = Object.keys(priceTermWords) as [PriceTerm, ...PriceTerm[]]

/** Additional costs per piece, in fen. */
export const extraWords = {
  freightFen: '运杂费',
  insuranceFen: '保险费',
  tariffFen: '关税',
  vatFen: '进口增值税',
  agencyFen: '外贸代理费',
  customsFen: '报关商检费',
} as const
export type Extra = keyof typeof extraWords
export const extras = Object.keys(extraWords) as [Extra, ...Extra[]]

export const RATE_ONE = 1_000_000
/**
 * Price of the goods in fen, rounded half up. `foreignPrice`: hundredths of the foreign currency;
 * `rateMicro`: millionths of a yuan for one unit of it.
 */
export const goodsFen = (p: { foreignPrice: number; rateMicro: number }): number =>
  share(p.foreignPrice, p.rateMicro, RATE_ONE)
export const importUnitFen = (
  p: { foreignPrice: number; rateMicro: number } & Record<Extra, number>,
): number => extras.reduce((sum, key) => sum + p[key], goodsFen(p))

/** For example USD 12,345.00. */
export const foreignWords = (p: { currency: Currency; foreignPrice: number }): string =>
  `${p.currency} ${formatYuan(p.foreignPrice)}`
/** For example 7.1234. */
export const rateWords = (rateMicro: number): string => String(rateMicro / RATE_ONE)

export const dutyFreeNumber = optionalLine('征免税证明编号', 50)
export const importPriceInput = z
  .object({
    currency: z.enum(currencies, { error: '请选择币种' }),
    foreignPrice: z
      .number({ error: '请填写外币单价' })
      .int('外币单价最多两位小数')
      .min(1, '外币单价必须大于零')
      .max(10_000_000_000, '外币单价过大'),
    rateMicro: z
      .number({ error: '请填写汇率' })
      .int('汇率最多六位小数')
      .min(1, '汇率必须大于零')
      .max(1_000 * RATE_ONE, '汇率过大'),
    rateOn: day,
    priceTerm: z.enum(priceTerms, { error: '请选择价格条款' }),
    freightFen: amountFen,
    insuranceFen: amountFen,
    dutyFree: z.boolean({ error: '请选择是否免税' }),
    dutyFreeNumber,
    tariffFen: amountFen,
    vatFen: amountFen,
    agencyFen: amountFen,
    customsFen: amountFen,
  })
  .superRefine((p, c) => {
    const wrong = (field: string, message: string) => c.addIssue({ code: 'custom', path: [field], message })
    if (p.currency === 'CNY' && p.rateMicro !== RATE_ONE) wrong('rateMicro', '人民币报价的汇率为 1')
    if (p.dutyFree && p.tariffFen > 0) wrong('tariffFen', '科教用品免税时不计关税')
    if (p.dutyFree && p.vatFen > 0) wrong('vatFen', '科教用品免税时不计进口增值税')
    if (!p.dutyFree && p.dutyFreeNumber !== null) wrong('dutyFreeNumber', '不免税的设备没有征免税证明')
  })
export type ImportPriceInput = z.output<typeof importPriceInput>

export const importPrice = z.object({
  currency: z.enum(currencies),
  foreignPrice: z.number().int(),
  rateMicro: z.number().int(),
  rateOn: z.string(),
  priceTerm: z.enum(priceTerms),
  freightFen: z.number().int(),
  insuranceFen: z.number().int(),
  dutyFree: z.boolean(),
  dutyFreeNumber: z.string().nullable(),
  tariffFen: z.number().int(),
  vatFen: z.number().int(),
  agencyFen: z.number().int(),
  customsFen: z.number().int(),
})
export type ImportPrice = z.output<typeof importPrice>

/** Lines for screen and print: label and amount. */
export const importPriceLines = (p: ImportPrice): [string, string][] => [
  ['外币单价', `${foreignWords(p)}（${currencyWords[p.currency]}，${p.priceTerm}）`],
  ['汇率', `${rateWords(p.rateMicro)}（${p.rateOn}）`],
  ['货价', `¥${formatYuan(goodsFen(p))}`],
  ...extras
    .filter((key) => p[key] > 0)
    .map((key): [string, string] => [extraWords[key], `¥${formatYuan(p[key])}`]),
  ['科教用品免税', p.dutyFree ? (p.dutyFreeNumber ? `是，征免税证明 ${p.dutyFreeNumber}` : '是') : '否'],
]
