import { z } from 'zod'
import { call, type Access, type Call } from './call.ts'
import { ifAsked } from './fields.ts'

/** The paging fields of a list's query. An export drops them, because a file holds all rows. */
interface Paging extends z.ZodRawShape {
  size: z.ZodType
}
/** Paging by page number, or by the last row already read. */
const CUTS = ['page', 'before', 'size'] as const
type ListCall<P extends z.ZodType, S extends z.ZodRawShape> = Call<P, z.ZodObject<S>> & { method: 'GET' }

/**
 * Defines the export of a list as a file, with the list's filters, order and access. `access` narrows it
 * where everybody may read the list. The server builds the file from the list's own rows (kernel/sheet.ts,
 * `exported`).
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

/** File formats: an Excel workbook, or comma-separated text (UTF-8 with BOM) for other programs. */
export const sheetFormats = ['xlsx', 'csv'] as const
export type SheetFormat = (typeof sheetFormats)[number]
export const sheetFormat = ifAsked(z.enum(sheetFormats, { error: '请选择文件格式' }))

/** Extends an export (`defineExport`) so that the caller chooses the format. */
export const inFormats = <
  P extends z.ZodType,
  S extends z.ZodRawShape,
  B extends z.ZodType,
  R extends z.ZodType,
>(
  file: Call<P, z.ZodObject<S>, B, R>,
) => call({ ...file, raw: true, query: file.query.extend({ format: sheetFormat }) })
