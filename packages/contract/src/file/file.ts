import { z } from 'zod'
import { call } from '../kernel/call.ts'
import { flag } from '../kernel/fields.ts'

export const fileRefusals = {
  IMAGE_UNREADABLE: '图片无法识别，请换一张',
} as const

export const fileCalls = {
  /** Public files for everybody; private ones for the owner and for whoever may see the row they hang on. */
  get: call({
    method: 'GET',
    path: '/api/v2/file/{id}',
    summary: '读取文件',
    access: 'public',
    params: z.object({ id: z.uuid('文件编号不正确') }),
    query: z.object({
      /** Pictures only: at most {@link THUMB_PX} on the longer side. */
      thumb: flag,
      /** Save instead of show. */
      download: flag,
    }),
    reply: z.null(),
    raw: true,
  }),
}

/** Longer side of a picture as kept, and of its small version. */
export const PICTURE_PX = 1600
export const THUMB_PX = 480

export const fileUrl = (id: string): string => `/api/v2/file/${id}`
/** The small version of a picture that the server gave the address of. */
export const thumbOf = (url: string): string => `${url}?thumb=1`
