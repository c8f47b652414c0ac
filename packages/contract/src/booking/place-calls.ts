import { z } from 'zod'
import { call } from '../kernel/call.ts'
import { reason } from '../kernel/envelope.ts'
import { id } from '../kernel/fields.ts'
import { attachment, ref } from '../kernel/rows.ts'
import { priceTiers, quote } from '../price-plan/price-plan.ts'
import { badPeriod, bothOrNone, details, isPeriod, noPeriod, SAMPLES_TOTAL_MAX, wish } from './body.ts'
import { payerKinds } from './booking.ts'
import { saidPurpose, slot, stepped } from './row.ts'

export const placeCalls = {
  /**
   * The payers to offer before a search, and the payer the form starts with; null if the booker has to name
   * one.
   */
  payers: call({
    method: 'GET',
    path: '/api/v2/booking/payers',
    summary: '常用付款人',
    access: 'signed-in',
    reply: z.object({
      payer: ref.nullable(),
      /** Id of the person who pays if the booking names no payer. */
      unnamedId: z.number(),
      offered: z.array(ref.extend({ why: z.enum(payerKinds) })),
    }),
  }),

  /**
   * The purposes of the caller's last bookings, newest first, each project once, so that people need not type
   * them again.
   */
  purposes: call({
    method: 'GET',
    path: '/api/v2/booking/purposes',
    summary: '最近的课题',
    access: 'signed-in',
    reply: z.array(saidPurpose),
  }),

  /**
   * Price and all refusals for a booking being filled in; nothing is written. With `bookingId`, judged as a
   * change or extension of that booking.
   */
  judge: call({
    method: 'POST',
    path: '/api/v2/booking/judge',
    summary: '预约试算',
    access: 'signed-in',
    writes: false,
    body: z
      .object({
        ...wish,
        bookingId: id.nullish(),
        sampleCount: z.number().int().min(0).max(SAMPLES_TOTAL_MAX).default(0),
      })
      .refine(isPeriod, badPeriod),
    reply: z.object({
      /** Null: there is no price for this person. */
      quote: quote.nullable(),
      tier: z.enum(priceTiers),
      reasons: z.array(reason),
      /** May the caller set the overridable reasons aside? */
      mayOverride: z.boolean(),
      /** The seat that the booking would take. */
      seat: z.number().nullable(),
      /** Nearest free slots of the same length, if the requested time is not available. */
      alternatives: z.array(slot),
      /** Who would have to approve, in order. */
      approvals: z.array(z.enum(['payer', 'reviewer', 'director'])),
    }),
  }),

  create: call({
    method: 'POST',
    path: '/api/v2/booking',
    summary: '提交预约',
    access: 'signed-in',
    idempotent: true,
    body: z
      .object({
        ...wish,
        ...details,
        /** Codes of refusals to set aside. */ override: z.array(z.string().max(40)).max(20).default([]),
      })
      .refine(isPeriod, badPeriod)
      .refine(bothOrNone, noPeriod)
      .refine((b) => b.kind !== 'sample_delivery' || b.samples.length > 0, {
        error: '请至少填写一种样品',
        path: ['samples'],
      }),
    reply: stepped,
  }),

  /**
   * Uploads files for a booking not yet sent; files not attached to a booking are deleted after `LOOSE_DAYS`.
   */
  attach: call({
    method: 'POST',
    path: '/api/v2/booking/attachment',
    summary: '上传预约附件',
    access: 'signed-in',
    upload: {
      field: 'files',
      maxFiles: 10,
      maxBytes: 20_000_000,
      accept: ['image', 'pdf', 'office', 'text', 'zip'],
    },
    reply: z.array(attachment),
  }),
}
