import { z } from 'zod'
import { bookingRow } from '../booking/row.ts'
import { deviceDetail } from '../device/device.ts'
import { call } from '../kernel/call.ts'
import { idOrSerial } from '../kernel/fields.ts'
import { attachment, ref } from '../kernel/rows.ts'
import { scrapStates } from './asset.ts'
import { maintenanceCalls } from './maintenance.ts'
import { repairOrderCalls } from './repair.ts'
import { scrapCalls } from './scrap.ts'
import { stocktakeCalls } from './stocktake.ts'
import { transferCalls } from './transfer.ts'

/** Actions for the device whose label was scanned. `plan`: a new plan of maintenance. */
export const labelActions = ['book', 'report', 'record', 'plan', 'transfer', 'scrap', 'scan'] as const

/**
 * The screen behind a scanned label: the device, and what the caller may do with it. `book` is in `can` only
 * while the device takes bookings.
 */
export const assetLabel = z.object({
  device: deviceDetail.pick({
    id: true,
    serialId: true,
    name: true,
    model: true,
    manufacturer: true,
    dept: true,
    lab: true,
    room: true,
    status: true,
    statusNote: true,
    contact: true,
    imageUrl: true,
    opened: true,
    shared: true,
    boughtOn: true,
  }),
  /** The caller's own bookings of the device that the caller can start or finish now. */
  uses: z.array(
    bookingRow.pick({ id: true, startAt: true, endAt: true, seat: true, capacity: true, can: true }),
  ),
  /** The open repair, transfer and scrapping, for people involved in them; null otherwise. */
  openRepair: z.object({ id: z.number(), number: z.string(), state: z.string() }).nullable(),
  openTransfer: z.object({ id: z.number(), number: z.string(), to: ref }).nullable(),
  openScrap: z
    .object({ id: z.number(), number: z.string(), state: z.enum(scrapStates), requester: z.string() })
    .nullable(),
  /** Open stock-takings in which the caller can record the device now. */
  stocktakes: z.array(ref.extend({ scannedAt: z.string().nullable() })),
  /** The next planned maintenance; null if there is none. */
  nextMaintenance: z.object({ id: z.number(), title: z.string(), nextOn: z.string() }).nullable(),
  /** The plan that a record made now is offered for: the due one, or the only one the caller may record. */
  recordPlanId: z.number().nullable(),
  can: z.array(z.enum(labelActions)),
})
export type AssetLabel = z.output<typeof assetLabel>

/** The kinds of rows that uploaded files are for. */
export const attachTo = ['repair', 'scrap', 'maintenance'] as const

const ownCalls = {
  label: call({
    method: 'GET',
    path: '/api/v2/asset/label',
    summary: '仪器标签',
    access: { onRow: '可以查看该仪器的用户、设备处' },
    query: z.object({ serialId: idOrSerial }),
    reply: assetLabel,
  }),
  /** Uploads pictures and documents for a form not yet submitted. */
  attach: call({
    method: 'POST',
    path: '/api/v2/asset/file',
    summary: '上传资产附件',
    access: 'signed-in',
    body: z.object({ business: z.enum(attachTo, { error: '附件类别不正确' }) }),
    reply: z.array(attachment),
    upload: { field: 'files', maxFiles: 10, maxBytes: 20_000_000, accept: ['image', 'pdf', 'office'] },
  }),
  /** What waits for the caller. */
  waiting: call({
    method: 'GET',
    path: '/api/v2/asset/waiting',
    summary: '资产待办数量',
    access: 'signed-in',
    reply: z.object({
      transfers: z.number().int(),
      repairs: z.number().int(),
      scraps: z.number().int(),
      scrapPanels: z.number().int(),
      maintenance: z.number().int(),
    }),
  }),
}

export const assetCalls = {
  ...ownCalls,
  ...transferCalls,
  ...maintenanceCalls,
  ...repairOrderCalls,
  ...scrapCalls,
  ...stocktakeCalls,
}
