import { z } from 'zod'
import { deviceStatuses } from '../device/body.ts'
import { day, ifAsked, keyword } from '../kernel/fields.ts'
import { definePage } from '../kernel/page.ts'
import { deviceKey, labRef } from '../kernel/refs.ts'
import { ref } from '../kernel/rows.ts'

// Schema parts shared by the rows and lists of daily asset management.

/** The displayed number of a row, for example DB00000012; a search for it finds the row. */
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

/** A required choice of a person or thing; `message` is shown if it is missing. */
export const chosen = (message: string) =>
  z.coerce
    .number<number | string>({ error: message })
    .int(message)
    .positive(message)
    .max(Number.MAX_SAFE_INTEGER, message)

export const fileIds = z.array(z.uuid('附件编号不正确')).max(10, '最多 10 个附件').default([])

/** `keyword` finds numbers and devices; `from` and `to` are days of creation. */
export const assetFilters = {
  keyword,
  /** `mine`: requested or reported by the caller. `waiting`: waits for the caller. */
  scope: z.enum(['all', 'mine', 'waiting'], { error: '范围不正确' }).default('all'),
  deviceId: ifAsked(deviceKey),
  labId: ifAsked(labRef),
  from: ifAsked(day),
  to: ifAsked(day),
}

/** A page of a list. `total` is exact up to 10,000; beyond, `totalExact` is false. */
export const countedPage = <T extends z.ZodType>(row: T) =>
  definePage(row).extend({ totalExact: z.boolean() })
