import { z } from 'zod'
import { call, type Access, type Call } from './call.ts'

/** How a list's query has its pages cut: a file is all of them. */
interface Paging extends z.ZodRawShape {
  page: z.ZodType
  size: z.ZodType
}
type ListCall<P extends z.ZodType, S extends z.ZodRawShape> = Call<P, z.ZodObject<S>> & { method: 'GET' }

/**
 * A list as a file: its filters and its order, its rights. `access`: narrower than that of a list everybody may read.
 * The server makes it of the list itself (kernel/sheet.ts, `exported`).
 */
export const exportOf = <P extends z.ZodType, S extends Paging>(
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
    query: list.query.omit({ page: true, size: true } as never) as unknown as z.ZodObject<
      Omit<S, 'page' | 'size'>
    >,
    reply: z.null(),
    raw: true,
    perMinute: 10,
  })
