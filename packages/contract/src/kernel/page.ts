import { z } from 'zod'

/** Page sizes that people can choose. */
export const PAGE_SIZES = [5, 10, 20, 30, 50, 100, 1000] as const
export const DEFAULT_PAGE_SIZE = 20
const MAX_PAGE_SIZE = 1000
/** Page size that loads a whole dictionary. */
export const WHOLE_SIZE = 9999

const sizeUpTo = (max: number) =>
  z.coerce.number<number | string>().int().min(1).max(max, `每页最多 ${max} 条`).default(DEFAULT_PAGE_SIZE)

/**
 * The paging part of a list's query. `page` counts from 0. `order_by` is a field followed by `asc` or `desc`;
 * each list names the fields it sorts by.
 */
export const pageQuery = z.object({
  page: z.coerce.number<number | string>().int().min(0).max(1_000_000).default(0),
  size: sizeUpTo(MAX_PAGE_SIZE),
  order_by: z
    .string()
    .regex(/^[a-zA-Z]+ (asc|desc)$/, '排序方式不正确')
    .optional(),
})
export type PageQuery = z.infer<typeof pageQuery>
/** The query of a list that is loaded whole: page 0, size 9999. */
export const wholeQuery = pageQuery.extend({ size: sizeUpTo(WHOLE_SIZE) })

/**
 * A list's reply: the rows of one page and the total. `totalExact` false means that the server stopped
 * counting at `total`, and there are more rows.
 */
export const definePage = <T extends z.ZodType>(row: T) =>
  z.object({ items: z.array(row), total: z.number().int(), totalExact: z.boolean().optional() })
export interface Page<T> {
  items: T[]
  total: number
  totalExact?: boolean | undefined
}
