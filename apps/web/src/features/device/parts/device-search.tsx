import type { DeviceRow } from '@portal/contract/device/device'
import { formatDay } from '../../../lib/format.ts'
import { Button, Empty, Skeleton } from '../../../ui/light.tsx'
import { dropEmpty, toQuery, useListState, useWithinPages } from '../../../ui/list/list-query.ts'
import { Pager } from '../../../ui/list/pager.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { useAvailability, useMarkedDevices, useSharedDevices } from '../device.queries.ts'
import { DeviceCards } from './device-cards.tsx'
import { DeviceTable } from './device-table.tsx'
import { filterNames, SearchFilters, type Filters } from './search-filters.tsx'
import './device-search.css'

const ORDERS = {
  'use desc': '使用最多',
  'name asc': '名称',
  'price desc': '原值从高到低',
  'price asc': '原值从低到高',
} as const
const ORDER = 'use desc'

/**
 * All shared instruments, by text and filters, as cards or a table; all choices are kept in the address bar.
 */
export function DeviceSearch({
  title,
  addressOf,
}: {
  title: string
  /** `day`: the day that the search is for, if it is not today. */
  addressOf: (device: DeviceRow, day: string | undefined) => string
}) {
  const { state, change } = useListState(filterNames)
  const { view, ...filters } = state.filters as Filters
  const orderBy = state.orderBy ?? ORDER
  const list = useSharedDevices(toQuery({ ...state, filters, orderBy }))
  const { data, error, isPending, isFetching, refetch } = list
  useWithinPages(list, state, change)
  const today = !filters.freeOn || filters.freeOn === formatDay(new Date())
  const day = today ? undefined : filters.freeOn
  const devices = data?.items ?? []
  const availability = useAvailability(
    devices.filter((d) => d.opened && d.status === 'normal').map((d) => d.id),
    day,
  )
  const favorites = useMarkedDevices()
  const set = (part: Filters) => change({ filters: dropEmpty({ ...state.filters, ...part }) })
  const shown = { devices, availability, today, addressOf: (d: DeviceRow) => addressOf(d, day) }
  return (
    <section className="device-search-page" aria-label={title}>
      <header className="page-head">
        <h1>{title}</h1>
      </header>
      <SearchFilters filters={filters} onChange={set} />
      <div className="card" aria-busy={isFetching}>
        <div className="device-results-bar">
          <p role="status">{data && `共 ${data.total.toLocaleString('zh-CN')} 台仪器`}</p>
          <label>
            排序
            <select value={orderBy} onChange={(e) => change({ orderBy: e.target.value })}>
              {Object.entries({ ...(orderBy in ORDERS ? {} : { [orderBy]: '表头所选' }), ...ORDERS }).map(
                ([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ),
              )}
            </select>
          </label>
          <div className="device-views" role="group" aria-label="显示方式">
            <button type="button" aria-pressed={view !== 'list'} onClick={() => set({ view: '' })}>
              卡片
            </button>
            <button type="button" aria-pressed={view === 'list'} onClick={() => set({ view: 'list' })}>
              列表
            </button>
          </div>
        </div>
        {isPending ? (
          <Skeleton rows={10} height={44} />
        ) : error && !data ? (
          <PageError error={error} onRetry={() => void refetch()} />
        ) : devices.length === 0 ? (
          <Nothing filters={filters} onClear={() => change({ filters: {} })} />
        ) : view === 'list' ? (
          <DeviceTable {...shown} orderBy={orderBy} onOrder={(next) => change({ orderBy: next })} />
        ) : (
          <DeviceCards {...shown} day={day} favorites={favorites} />
        )}
        {data && data.total > 0 && (
          <Pager
            page={state.page}
            size={state.size}
            total={data.total}
            exact={data.totalExact !== false}
            onPage={(page) => change({ page })}
            onSize={(size) => change({ size })}
          />
        )}
      </div>
    </section>
  )
}

function Nothing({ filters, onClear }: { filters: Filters; onClear: () => void }) {
  const filtered = Object.keys(filters).length > 0
  return (
    <Empty
      text={
        filters.deviceName
          ? `没有找到与“${filters.deviceName}”相符的仪器，可以换一个词，或试试拼音、首字母`
          : filtered
            ? '没有符合条件的仪器'
            : '还没有共享的仪器'
      }
    >
      {filtered && <Button onClick={onClear}>查看全部仪器</Button>}
    </Empty>
  )
}
