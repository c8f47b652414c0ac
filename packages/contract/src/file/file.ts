import { z } from 'zod'
import { call } from '../kernel/call.ts'
import { flag } from '../kernel/fields.ts'
import { edit } from '../kernel/permissions.ts'

/**
 * Days that an uploaded file is kept while its form is not sent. Drafts keep their files as long as people
 * continue them.
 */
export const LOOSE_DAYS = 60
/** Most bytes that one person may have uploaded for forms not sent yet. */
export const MAX_LOOSE_BYTES = 300_000_000

export const fileRefusals = {
  IMAGE_UNREADABLE: '图片无法识别，请换一张',
  BUSY: '同时读取的图片较多，请稍后再试',
  LOOSE_FULL: `您上传后还没有提交的文件合计将超过 ${MAX_LOOSE_BYTES / 1_000_000} MB，请先提交或删除暂存的内容；其余未提交的文件 ${LOOSE_DAYS} 天后自动清理`,
} as const

export const fileCalls = {
  /**
   * Everybody may read public files; the owner, and people who may see the row a file belongs to, may read
   * private ones.
   */
  get: call({
    method: 'GET',
    path: '/api/v2/file/{id}',
    summary: '读取文件',
    access: 'public',
    params: z.object({ id: z.uuid('文件编号不正确') }),
    query: z.object({
      /** Pictures only: a version of at most {@link THUMB_PX} pixels on the longer side. */
      thumb: flag,
      /** Answer as a download instead of for display. */
      download: flag,
    }),
    reply: z.null(),
    raw: true,
  }),
  /**
   * A picture for other sites, some of which take nothing but JPEG of at most 1 MB (decision 152). Only
   * public pictures that the portal has redrawn.
   */
  jpeg: call({
    method: 'GET',
    path: '/api/v2/file/{id}/picture.jpg',
    summary: '读取公开图片的 JPEG 版本',
    access: 'public',
    params: z.object({ id: z.uuid('文件编号不正确') }),
    reply: z.null(),
    raw: true,
  }),
  /**
   * Uploads a picture for rich text. Its address goes into the text; `file.keepPictures` then attaches it to
   * the text's row.
   */
  picture: call({
    method: 'POST',
    path: '/api/v2/file/picture',
    summary: '上传正文图片',
    access: {
      anyOf: [
        'CONTENT_MANAGE_PAGE',
        ...edit('NOTICE_MSG'),
        ...edit('DEPART_OVERVIEW'),
        ...edit('TEAM_BUILD'),
        ...edit('GUIDE'),
        ...edit('SHARE_CONTACT'),
        ...edit('FEE_DEMONSTRATE'),
        ...edit('OPEN_SETTING'),
        'DEVICE_ALL',
        'LABORATORY_ALL',
        'LABORATORY_BASE_EDIT',
        'LABORATORY_INTRO_EDIT',
        'LABORATORY_DEVICE_EDIT',
        'LABORATORY_ROOM_EDIT',
        'TENDER_ALL',
      ],
    },
    upload: { field: 'file', maxFiles: 1, maxBytes: 10_485_760, accept: ['image'] },
    perMinute: 60,
    reply: z.object({ id: z.string(), url: z.string(), width: z.number().int(), height: z.number().int() }),
  }),
}

/** Longer side in pixels of a stored picture, and of its small version. */
export const PICTURE_PX = 1600
export const THUMB_PX = 480

export const fileUrl = (id: string): string => `/api/v2/file/${id}`
/** The address of a picture for other sites: {@link fileCalls.jpeg}. */
export const makeJpegAddress = (id: string): string => `${fileUrl(id)}/picture.jpg`
/** The address of a picture's small version. */
export const makeThumbAddress = (url: string): string => `${url}?thumb=1`
