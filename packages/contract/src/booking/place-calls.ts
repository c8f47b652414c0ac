import { z } from 'zod'
import { call } from '../kernel/call.ts'
import { reason } from '../kernel/envelope.ts'
import { id } from '../kernel/fields.ts'
import { attachment, ref } from '../kernel/rows.ts'
import { priceTiers, quote } from '../price-plan/price-plan.ts'
import { badPeriod, bothOrNone, details, isPeriod, noPeriod, wish } from './body.ts'
import { payerKinds } from './booking.ts'
import { saidPurpose, slot, stepped } from './row.ts'

export const placeCalls = {
  /**
   * Who is offered as payer before anybody is looked for, and whom the form begins with; null: the booker has
   * to name somebody.
   */
  payers: call({
    method: 'GET',
    path: '/api/v2/booking/payers',
    summary: '常用付款人',
    access: 'signed-in',
    reply: z.object({
      payer: ref.nullable(),
      /** Who pays where the booking names nobody. */
      unnamedId: z.number(),
      offered: z.array(ref.extend({ why: z.enum(payerKinds) })),
    }),
  }),

  /** What the one who asks booked for last, newest first, each project once: nobody types it twice. */
  purposes: call({
    method: 'GET',
    path: '/api/v2/booking/purposes',
    summary: '最近的课题',
    access: 'signed-in',
    reply: z.array(saidPurpose),
  }),

  /**
   * The price and every refusal while choosing; nothing is written. With `bookingId`, as a change or
   * extension of that booking.
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
        sampleCount: z.number().int().min(0).max(5_000_000).default(0),
      })
      .refine(isPeriod, badPeriod),
    reply: z.object({
      /** Null: no price for this person. */
      quote: quote.nullable(),
      tier: z.enum(priceTiers),
      reasons: z.array(reason),
      /** May this person set the overridable ones aside? */
      mayOverride: z.boolean(),
      /** The seat that would be taken. */
      seat: z.number().nullable(),
      /** Nearest free slots of the same length, when the one asked for cannot be had. */
      alternatives: z.array(slot),
      /** Who would have to agree, in order. */
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
   * Files for a booking not yet sent; those nobody claims are removed after `LOOSE_DAYS`.
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
