import { z } from 'zod'
import { call } from '../kernel/call.ts'
import { at, day, id, instant, keyword } from '../kernel/fields.ts'
import { deviceRef, deviceRefs, labRef } from '../kernel/refs.ts'
import { ref } from '../kernel/rows.ts'
import { badPeriod, isPeriod, periodFields } from './body.ts'
import { payModes } from './booking.ts'
import { busy, stretches } from './row.ts'

/** Most devices compared side by side; more do not fit a readable comparison. */
export const MOST_COMPARED = 8

/** A device as one line of a timeline. */
const line = z.object({
  id: z.number(),
  serialId: z.string(),
  name: z.string(),
  status: z.string(),
  lab: ref,
  selfOperated: z.boolean(),
  sampleDelivery: z.boolean(),
  capacity: z.number(),
  gridMinutes: z.number(),
  minMinutes: z.number(),
  horizonDays: z.number(),
  noticeMinutes: z.number(),
  stretches,
  busy,
})

export const calendarCalls = {
  /** Data of a calendar between two instants at most five weeks apart. */
  week: call({
    method: 'GET',
    path: '/api/v2/booking/week',
    summary: '仪器日程',
    access: 'signed-in',
    query: z.object({ deviceId: deviceRef, from: instant, to: instant }).refine(
      (q) => {
        const ms = Date.parse(q.to) - Date.parse(q.from)
        return ms > 0 && ms <= 36 * 86_400_000
      },
      { error: '一次最多查看五周', path: ['to'] },
    ),
    reply: z.object({
      device: z.object({
        id: z.number(),
        serialId: z.string(),
        name: z.string(),
        lab: ref,
        categoryId: z.number().nullable(),
        /** Why nobody, or not the caller, can book it at present; null if the caller can. */
        closed: z.string().nullable(),
      }),
      /** The campus time zone, in which the calendar's hours are given. */
      zone: z.string(),
      now: at,
      /** Null if the device was never opened for booking. */
      opening: z
        .object({
          selfOperated: z.boolean(),
          sampleDelivery: z.boolean(),
          capacity: z.number(),
          gridMinutes: z.number(),
          minMinutes: z.number(),
          maxMinutes: z.number(),
          horizonDays: z.number(),
          noticeMinutes: z.number(),
          cancelLimitMinutes: z.number(),
          cancelFeeFen: z.number(),
          payModes: z.array(z.enum(payModes)),
          fundCardRequired: z.boolean(),
          qualificationRequired: z.boolean(),
          notes: z.string().nullable(),
        })
        .nullable(),
      stretches,
      busy,
    }),
  }),

  /** One day of all bookable devices of a lab, sorted by name. */
  labDay: call({
    method: 'GET',
    path: '/api/v2/booking/lab-day',
    summary: '实验室仪器日程',
    access: 'signed-in',
    query: z.object({ labId: labRef, day }),
    reply: z.object({
      now: at,
      /** The campus day, from midnight to midnight. */
      startAt: at,
      endAt: at,
      devices: z.array(line),
      /** The lab has more devices than are listed. */
      more: z.boolean(),
    }),
  }),

  /**
   * Several devices of any labs side by side, in the requested order; devices that cannot be booked are left
   * out.
   */
  compare: call({
    method: 'GET',
    path: '/api/v2/booking/compare',
    summary: '仪器日程对比',
    access: 'signed-in',
    query: z.object({
      deviceIds: deviceRefs('请选择要对比的仪器', MOST_COMPARED),
      from: day,
      days: z.coerce.number<number | string>().int().min(1).max(7, '一次最多对比 7 天').default(1),
    }),
    reply: z.object({ now: at, devices: z.array(line) }),
  }),

  /** The devices that are free at a chosen time. `seats` are the free seats. */
  free: call({
    method: 'GET',
    path: '/api/v2/booking/free',
    summary: '按时间找空闲仪器',
    access: 'signed-in',
    query: z
      .object({
        ...periodFields,
        keyword,
        labId: labRef.optional(),
        deptId: id.optional(),
        categoryId: id.optional(),
        after: id.optional(),
        size: z.coerce.number<number | string>().int().min(1).max(50).default(20),
      })
      .refine(isPeriod, badPeriod),
    reply: z.object({
      items: z.array(
        z.object({
          id: z.number(),
          serialId: z.string(),
          name: z.string(),
          model: z.string().nullable(),
          lab: ref,
          freeSeats: z.number(),
          capacity: z.number(),
        }),
      ),
      next: z.number().nullable(),
    }),
  }),
}
