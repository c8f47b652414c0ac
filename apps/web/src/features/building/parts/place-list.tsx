import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { MapBuilding } from '@portal/contract/campus-map/campus-map'
import { makeThumbAddress } from '@portal/contract/file/file'
import { to } from '../../../lib/paths.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Button, Card, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { useMapDevices } from '../building.queries.ts'
import './place-pictures.css'

interface Props {
  places: readonly MapBuilding[]
  chosen: number | null
  keyword: string | undefined
  onChoose: (id: number | null) => void
}

/** The map's content as a list: buildings, and the shared instruments of the selected one. */
export function PlaceList({ places, chosen, keyword, onChoose }: Props) {
  const total = places.reduce((sum, b) => sum + b.devices, 0)
  return (
    <Card
      className="place-list"
      title="楼宇与仪器"
      extra={
        <span className="muted" role="status">
          {places.length} 栋楼宇，{total} 台仪器
        </span>
      }
    >
      <ul>
        {places.map((b) => (
          <Place
            key={b.id}
            place={b}
            open={b.id === chosen}
            keyword={keyword}
            onToggle={() => onChoose(b.id === chosen ? null : b.id)}
          />
        ))}
      </ul>
    </Card>
  )
}

function Place({
  place: b,
  open,
  keyword,
  onToggle,
}: {
  place: MapBuilding
  open: boolean
  keyword: string | undefined
  onToggle: () => void
}) {
  const row = useRef<HTMLLIElement>(null)
  // A building selected on the map scrolls into view, but the page does not move.
  useEffect(() => {
    if (open) row.current?.scrollIntoView({ block: 'nearest' })
  }, [open])
  return (
    <li ref={row}>
      <button type="button" className="place" aria-expanded={open} onClick={onToggle}>
        <Icon name={open ? 'down' : 'right'} size={15} />
        <strong>
          {b.imageUrl && (
            <img className="place-thumb" src={makeThumbAddress(b.imageUrl)} alt="" loading="lazy" />
          )}
          {b.name}
        </strong>
        <span className="muted">{b.address ?? b.campus}</span>
        <span className="num">{b.devices} 台</span>
      </button>
      {open && (
        <>
          {b.imageUrl && (
            <img
              className="place-picture"
              src={makeThumbAddress(b.imageUrl)}
              alt={`${b.name}的照片`}
              loading="lazy"
            />
          )}
          <Devices buildingId={b.id} keyword={keyword} />
        </>
      )}
    </li>
  )
}

const STEP = 20
function Devices({ buildingId, keyword }: { buildingId: number; keyword: string | undefined }) {
  const [size, setSize] = useState(STEP)
  const { data, error, refetch } = useMapDevices(
    { query: { buildingId, keyword, page: 0, size } },
    { staleTime: 60_000 },
  )
  if (!data)
    return error ? (
      <PageError error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton rows={3} height={22} />
    )
  if (data.total === 0) return <p className="muted place-devices">没有符合条件的共享仪器</p>
  return (
    <div className="place-devices">
      <ul>
        {data.items.map((d) => (
          <li key={d.id}>
            <Link to={to('/dashboard/deviceDetail', { id: d.id })}>{d.name}</Link>
            <span className="muted">{[d.model, d.lab, d.room].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ul>
      {data.total > data.items.length && (
        <Button size="small" onClick={() => setSize(size + STEP)}>
          再显示 {Math.min(STEP, data.total - data.items.length)} 台（共 {data.total} 台）
        </Button>
      )}
    </div>
  )
}
