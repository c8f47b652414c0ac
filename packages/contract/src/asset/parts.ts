import { z } from 'zod'
import { deviceStatuses } from '../device/body.ts'
import { day, ifAsked, keyword } from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { deviceKey, labRef } from '../kernel/refs.ts'
import { ref } from '../kernel/rows.ts'

// Pieces that the rows and lists of daily management share.

/** People read DB00000012; searching for it finds the row. */
const numbered =
  (letters: string) =>
  (rowId: number): string =>
    `${letters}${String(rowId).padStart(8, '0')}`
export const transferNumber = numbered('DB')
export const repairNumber = numbered('WX')
export const scrapNumber = numbered('BF')

export const assetDevice = ref.extend({
  serialId: z.string(),
  model: z.string().nullable(),
  status: z.enum(deviceStatuses),
  lab: ref,
})
export type AssetDevice = z.output<typeof assetDevice>

/** Somebody or something that has to be chosen: says so where it was not. */
export const chosen = (message: string) =>
  z.coerce
    .number<number | string>({ error: message })
    .int(message)
    .positive(message)
    .max(Number.MAX_SAFE_INTEGER, message)

export const fileIds = z.array(z.uuid('附件编号不正确')).max(10, '最多 10 个附件').default([])

/** `keyword` finds numbers and devices; days are of the creation. */
export const assetFilters = {
  keyword,
  /** `mine`: asked for or reported by me. `waiting`: it waits for me. */
  scope: z.enum(['all', 'mine', 'waiting'], { error: '范围不正确' }).default('all'),
  deviceId: ifAsked(deviceKey),
  labId: ifAsked(labRef),
  from: ifAsked(day),
  to: ifAsked(day),
}
export const assetPage = pageQuery.omit({ order_by: true })

/** `total` is exact up to 10,000; beyond, `totalExact` is false. */
export const countedPage = <T extends z.ZodType>(row: T) =>
  definePage(row).extend({ totalExact: z.boolean() })
