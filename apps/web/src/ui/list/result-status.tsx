import type { UseQueryResult } from '@tanstack/react-query'
import type { Page } from '@portal/contract/kernel/page'

interface Props {
  list: Pick<UseQueryResult<Page<unknown>>, 'data' | 'isPlaceholderData'>
  /** From 0. */
  page: number
  /** Which list, if a page may have several. */
  title?: string | undefined
}
/**
 * Tells screen readers what another page, filter or order has brought: the focus stays on the control, and
 * the rows change elsewhere. It is empty until the new rows have come, because a text that stays is not read
 * again.
 */
export function ResultStatus({ list: { data, isPlaceholderData }, page, title }: Props) {
  return (
    <p className="sr-only" role="status">
      {data && !isPlaceholderData && `${title ? `${title}：` : ''}${describeResult(data, page)}`}
    </p>
  )
}

const describeResult = ({ total, totalExact }: Page<unknown>, page: number): string =>
  total === 0
    ? '没有找到记录'
    : `找到 ${total} 条${totalExact === false ? '以上的' : ''}记录，当前为第 ${page + 1} 页`
