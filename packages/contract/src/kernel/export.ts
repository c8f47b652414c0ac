import { z } from 'zod'
import { call, type Access, type Call } from './call.ts'
import { ifAsked } from './fields.ts'

/** How a list's query has its pages cut: a file is all of them. */
interface Paging extends z.ZodRawShape {
  size: z.ZodType
}
/** By number, or by the last row above. */
const CUTS = ['page', 'before', 'size'] as const
type ListCall<P extends z.ZodType, S extends z.ZodRawShape> = Call<P, z.ZodObject<S>> & { method: 'GET' }

/**
 * A list as a file: its filters and its order, its rights. `access`: narrower than that of a list everybody
 * may read.
 * The server makes it of the list itself (kernel/sheet.ts, `exported`).
 */
export const defineExport = <P extends z.ZodType, S extends Paging>(
  list: Pick<ListCall<P, S>, 'path' | 'params' | 'query' | 'access'>,
  summary: string,
  access: Access = list.access,
) =>
  call({
    method: 'GET',
    path: `${list.path}/export`,
    summary,
    access,
    params: list.params,
    query: list.query.omit(
      Object.fromEntries(CUTS.filter((cut) => cut in list.query.shape).map((cut) => [cut, true])) as never,
    ) as unknown as z.ZodObject<Omit<S, (typeof CUTS)[number]>>,
    reply: z.null(),
    raw: true,
    perMinute: 10,
  })

/** What a file may be: an Excel workbook, or text with commas (UTF-8 with BOM) for other programs. */
export const sheetFormats = ['xlsx', 'csv'] as const
export type SheetFormat = (typeof sheetFormats)[number]
export const sheetFormat = ifAsked(z.enum(sheetFormats, { error: '请选择文件格式' }))

/** A file (`defineExport`) that is had as either. */
export const inFormats = <
  P extends z.ZodType,
  S extends z.ZodRawShape,
  B extends z.ZodType,
  R extends z.ZodType,
>(
  file: Call<P, z.ZodObject<S>, B, R>,
) => call({ ...file, raw: true, query: file.query.extend({ format: sheetFormat }) })
