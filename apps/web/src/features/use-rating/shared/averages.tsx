import type { DeviceAverage } from '@portal/contract/use-rating/use-rating'
import { EMPTY } from '../../../lib/format.ts'
import type { ListQuery, RowsHook } from '../../../lib/query.ts'
import type { Column } from '../../../ui/list/data-table.tsx'
import { useAverages } from '../use-rating.queries.ts'

export const averageText = (a: DeviceAverage | undefined): string | null =>
  !a || a.count === 0
    ? null
    : a.mean === null
      ? `${a.count} 次评价`
      : `${a.mean.toFixed(1)} 分（${a.count} 次评价）`

/** How content the users of one instrument were. */
export const DeviceAverageText = ({ deviceId }: { deviceId: number }) => (
  <>{averageText(useAverages([deviceId]).get(deviceId)) ?? '暂无评价'}</>
)

/** A list of instruments, with what their users said: asked for once a page, after its rows. */
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
    // Only the rows are others: what is said of asking for them stays.
    return { ...found, data } as ReturnType<RowsHook<Row & { average?: DeviceAverage }>>
  }

export const averageColumn: Column<{ id: number; average?: DeviceAverage }> = {
  key: 'average',
  title: '用户评价',
  align: 'right',
  render: (d) => averageText(d.average) ?? EMPTY,
}
