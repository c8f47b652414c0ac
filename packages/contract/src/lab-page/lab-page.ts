import { z } from 'zod'
import { call } from '../kernel/call.ts'
import { at, seenAt } from '../kernel/fields.ts'
import { labKey } from '../kernel/refs.ts'

// The texts a laboratory publishes on its own pages.

const MAX_HTML = 300_000
const which = z.object({ id: labKey })

export const labDescription = z.object({
  labId: z.number(),
  name: z.string(),
  /** The short text of lists and the detail; shown if there is no longer text. */
  intro: z.string().nullable(),
  /** Sanitised by the server when it was saved, so it is safe to insert into a page. */
  bodyHtml: z.string().nullable(),
  updatedAt: at.nullable(),
  updatedBy: z.string().nullable(),
  can: z.array(z.enum(['edit'])),
})
export type LabDescription = z.output<typeof labDescription>

/** Numbers of a laboratory; its use is in its trend (contract/statistics/trend.ts). */
export const labFigures = z.object({
  devices: z.number(),
  sharedDevices: z.number(),
  members: z.number(),
  rooms: z.number(),
})
export type LabFigures = z.output<typeof labFigures>

export const labPageCalls = {
  description: call({
    method: 'GET',
    path: '/api/laboratory/description',
    summary: '实验室简介',
    access: 'signed-in',
    query: which,
    reply: labDescription,
  }),
  describe: call({
    method: 'POST',
    path: '/api/laboratory/description/{id}',
    summary: '修改实验室简介',
    access: { onRow: '本实验室主任、管理员' },
    params: which,
    body: z.object({
      bodyHtml: z
        .string({ error: '请填写简介' })
        .max(MAX_HTML, '简介过长')
        .refine((s) => !s.includes('\u0000'), '简介含有不能使用的字符'),
      seenAt,
    }),
    reply: z.object({ updatedAt: at.nullable() }),
  }),
  figures: call({
    method: 'GET',
    path: '/api/v2/lab-page/figures',
    summary: '实验室概况数字',
    access: 'signed-in',
    query: which,
    reply: labFigures,
  }),
}
