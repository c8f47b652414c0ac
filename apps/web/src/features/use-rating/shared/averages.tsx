import type { DeviceAverage } from '@portal/contract/use-rating/use-rating'
import { EMPTY } from '../../../lib/format.ts'
import type { ListQuery, RowsHook } from '../../../lib/query.ts'
import type { Column } from '../../../ui/list/data-table.tsx'
import { useAverages } from '../use-rating.queries.ts'

export const averageText = (a: DeviceAverage | null | undefined): string | null =>
  !a || a.count === 0
    ? null
    : a.mean === null
      ? `${a.count} 次评价`
      : `${a.mean.toFixed(1)} 分（${a.count} 次评价）`

/** The average rating of one instrument. */
export const DeviceAverageText = ({ deviceId }: { deviceId: number }) => (
  <>{averageText(useAverages([deviceId]).get(deviceId)) ?? '暂无评价'}</>
)

/** Adds ratings to a list of instruments; requested once per page, after its rows. */
export const rated =
  <Row extends { id: number }>(rows: RowsHook<Row>): RowsHook<Row & { average?: DeviceAverage }> =>
  (query: ListQuery) => {
    const found = rows(query)
    const averages = useAverages(found.data?.items.map((d) => d.id) ?? [])
    const data = found.data && {
      ...found.data,
      items: found.data.items.map((d) => {
        const average = averages.get(d.id)
        return average ? { ...d, average } : d
      }),
    }
    // Only the rows change; the query's other fields stay.
    return { ...found, data } as ReturnType<RowsHook<Row & { average?: DeviceAverage }>>
  }

export const averageColumn: Column<{ id: number; average?: DeviceAverage }> = {
  key: 'average',
  title: '用户评价',
  align: 'right',
  render: (d) => averageText(d.average) ?? EMPTY,
}
