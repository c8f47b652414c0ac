import { z } from 'zod'
import { amountFen, optionalLine, text } from '../kernel/fields.ts'
import { formatYuan } from '../kernel/money.ts'

// The case for a precious instrument, besides the text of the request. Experts judge it, and it is filed with
// their opinion.

/** 安装条件: conditions that must be met before the instrument arrives. */
export const installationWords = {
  space: '场地',
  power: '供电',
  water: '给排水',
  gas: '供气',
  environment: '环境条件',
} as const
export const installations = [
  'space',
  'power',
  'water',
  'gas',
  'environment',
] as const satisfies readonly (keyof typeof installationWords)[]

/** In the order of the form. A draft may be incomplete. */
export const preciousCase = z.object({
  hoursPerYear: z
    .number({ error: '预期机时不正确' })
    .int('预期机时应为整数小时')
    .min(1, '预期机时至少 1 小时')
    .max(8784, '预期机时不能超过 8784 小时')
    .nullish()
    .transform((v) => v ?? null),
  similar: text('同类设备与查重', 2000),
  sharing: text('共享方案', 2000),
  space: optionalLine('场地', 200),
  power: optionalLine('供电', 200),
  water: optionalLine('给排水', 200),
  gas: optionalLine('供气', 200),
  environment: optionalLine('环境条件', 200),
  runningFen: amountFen.nullish().transform((v) => v ?? null),
  runningSource: optionalLine('运行经费来源', 200),
})
export type PreciousCase = z.output<typeof preciousCase>
export type PreciousCaseInput = z.input<typeof preciousCase>

export const preciousWords: Record<keyof PreciousCase, string> = {
  hoursPerYear: '预期机时',
  similar: '同类设备与查重',
  sharing: '共享方案',
  ...installationWords,
  runningFen: '年运行经费',
  runningSource: '运行经费来源',
}
export const preciousParts = preciousCase.keyof().options

/** Fields still missing before the experts can be asked. */
export const missingParts = (c: PreciousCase | null): readonly (keyof PreciousCase)[] =>
  preciousParts.filter((part) => (c?.[part] ?? null) === null)

/**
 * Labels and values for screens and print; fields without a value, which older forms did not ask for, are
 * left out.
 */
export const preciousLines = (c: PreciousCase): (readonly [string, string])[] =>
  preciousParts.flatMap((part) => {
    const value = c[part]
    if (value === null) return []
    return [
      [
        preciousWords[part],
        part === 'hoursPerYear'
          ? `每年 ${value} 小时`
          : part === 'runningFen'
            ? `每年 ¥${formatYuan(Number(value))}`
            : String(value),
      ] as const,
    ]
  })
