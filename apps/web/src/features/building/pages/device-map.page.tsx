import { Suspense } from 'react'
import type { CampusMapRow } from '@portal/contract/campus-map/campus-map'
import { Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { FilterBar, type Filter } from '../../../ui/list/filters.tsx'
import { dropEmpty, useListState } from '../../../ui/list/list-query.ts'
import { PageError } from '../../../ui/page-error.tsx'
import { definePart } from '../../../ui/part.tsx'
import {
  useBuildingOptions,
  useCampusOptions,
  useMap,
  useMapBuildings,
  useMaps,
} from '../building.queries.ts'
import { PlaceList } from '../parts/place-list.tsx'
import '../../../ui/list/list.css'
import './device-map.css'

const CampusMap = definePart(() => import('../parts/campus-map.tsx'))

/** Shared instruments on the campus map, and in a list beside it. */
export default function DeviceMapPage() {
  const { state, change } = useListState(names)
  const { keyword, campus, buildingId } = state.filters
  const maps = useMaps({}, { staleTime: 60_000 })
  const { data, error, refetch } = useMapBuildings({ keyword, campus })
  const chosen = buildingId ? Number(buildingId) : null
  const places = (data ?? []).filter((b) => b.devices > 0 || b.id === chosen)
  const choose = (id: number | null) =>
    change({ filters: dropEmpty({ ...state.filters, buildingId: id }) }, true)

  const wanted = places.find((b) => b.id === chosen)?.campus ?? campus
  const holding = (m: CampusMapRow) =>
    wanted ? m.campus === wanted : places.some((b) => b.campus === m.campus && b.x !== null)
  const map = maps.data?.find(holding) ?? maps.data?.[0]
  return (
    <section className="device-map" aria-label="仪器地图">
      <header className="page-head">
        <h1>仪器地图</h1>
      </header>
      <FilterBar
        filters={filters}
        values={state.filters}
        onChange={(values) => change({ filters: dropEmpty(values) })}
        onAgain={() => void refetch()}
      />
      {!data ? (
        <Card>
          {error ? (
            <PageError error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton rows={8} height={40} />
          )}
        </Card>
      ) : places.length === 0 ? (
        <Card>
          <Empty text={keyword || campus ? '没有符合条件的楼宇和仪器' : '还没有登记放置地点的共享仪器'}>
            {(keyword || campus) && (
              <button type="button" className="btn" onClick={() => change({ filters: {} })}>
                清除筛选条件
              </button>
            )}
          </Empty>
        </Card>
      ) : (
        <div className="device-map-body" data-map={map ? '' : undefined}>
          {map && (
            <Card className="device-map-canvas">
              <MapSwitch
                maps={maps.data ?? []}
                shown={map}
                onSwitch={(next) =>
                  change({ filters: dropEmpty({ ...state.filters, campus: next, buildingId: null }) })
                }
              />
              <OneMap
                id={map.id}
                buildings={places.filter((b) => b.campus === map.campus)}
                chosen={chosen}
                onChoose={choose}
              />
            </Card>
          )}
          <PlaceList places={places} chosen={chosen} keyword={keyword} onChoose={choose} />
        </div>
      )}
    </section>
  )
}

const filters: readonly Filter[] = [
  { kind: 'text', name: 'keyword', label: '仪器', placeholder: '仪器、楼宇名称或拼音' },
  { kind: 'select', name: 'campus', label: '校区', options: useCampusOptions },
  { kind: 'select', name: 'buildingId', label: '楼宇', options: useBuildingOptions },
]
const names = filters.map((f) => f.name)

/** The campuses that have a map. */
function MapSwitch({
  maps,
  shown,
  onSwitch,
}: {
  maps: readonly CampusMapRow[]
  shown: CampusMapRow
  onSwitch: (campus: string) => void
}) {
  if (maps.length < 2) return <h2>{shown.campus}</h2>
  return (
    <div className="device-map-campuses" role="group" aria-label="校区">
      {maps.map((m) => (
        <button
          key={m.id}
          type="button"
          className="btn"
          data-size="small"
          aria-pressed={m.id === shown.id}
          onClick={() => onSwitch(m.campus)}
        >
          {m.campus}
        </button>
      ))}
    </div>
  )
}

function OneMap({
  id,
  ...rest
}: { id: number } & Pick<Parameters<typeof CampusMap>[0], 'buildings' | 'chosen' | 'onChoose'>) {
  const { data, error, refetch } = useMap({ params: { id } }, { staleTime: 300_000 })
  if (!data)
    return error ? (
      <PageError error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton rows={1} height={320} />
    )
  return (
    <Suspense fallback={<Skeleton rows={1} height={320} />}>
      <CampusMap map={data} {...rest} />
    </Suspense>
  )
}
