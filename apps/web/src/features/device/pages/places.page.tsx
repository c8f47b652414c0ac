import { useState } from 'react'
import { Link } from 'react-router'
import type { BuildingRow } from '@portal/contract/building/building'
import { to } from '../../../lib/paths.ts'
import { Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { useBuildings, useLabRooms, useRoom } from '../device.queries.ts'
import './places.css'

const ALL = 1000

/** Where instruments stand: campus, building, room. */
export default function PlacesPage() {
  const { data, error, refetch } = useBuildings({ page: 0, size: ALL })
  return (
    <section className="places" aria-label="仪器分布">
      <header className="page-head">
        <h1>仪器分布</h1>
      </header>
      {error && !data ? (
        <Card>
          <PageError error={error} onRetry={() => void refetch()} />
        </Card>
      ) : !data ? (
        <Card>
          <Skeleton rows={8} height={40} />
        </Card>
      ) : data.items.every((b) => b.devices === 0) ? (
        <Card>
          <Empty text="还没有登记放置地点的共享仪器" />
        </Card>
      ) : (
        [...Map.groupBy(data.items.filter((b) => b.devices > 0), (b) => b.campus ?? '校园')].map(([campus, buildings]) => (
          <Card key={campus} title={campus} extra={<span className="muted">{buildings.reduce((sum, b) => sum + b.devices, 0)} 台共享仪器</span>}>
            <ul className="places-buildings">
              {buildings.map((b) => (
                <Building key={b.id} building={b} />
              ))}
            </ul>
          </Card>
        ))
      )}
    </section>
  )
}

function Building({ building: b }: { building: BuildingRow }) {
  const [open, setOpen] = useState(false)
  return (
    <li>
      <details onToggle={(e) => setOpen(e.currentTarget.open)}>
        <summary>
          <strong>{b.name}</strong>
          <span className="muted">{[b.address, `${b.labs} 个实验室`].filter(Boolean).join(' · ')}</span>
          <span className="num">{b.devices} 台</span>
        </summary>
        {open && <Rooms buildingId={b.id} />}
      </details>
    </li>
  )
}

function Rooms({ buildingId }: { buildingId: number }) {
  const { data, error, refetch } = useLabRooms({ query: { id: buildingId } }, { staleTime: 60_000 })
  if (error) return <PageError error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton rows={3} height={24} />
  return (
    <ul className="places-rooms">
      {data.map((r) => (
        <li key={r.id}>
          <h3>
            {r.name}
            {r.labs.map((l) => (
              <Link key={l.id} to={to('/lab/homepage', { serialId: l.serialId })}>
                {l.name}
              </Link>
            ))}
          </h3>
          <Devices roomId={r.id} />
        </li>
      ))}
    </ul>
  )
}

function Devices({ roomId }: { roomId: number }) {
  const { data } = useRoom({ query: { id: roomId } }, { staleTime: 60_000 })
  if (!data) return <Skeleton rows={2} height={20} />
  if (data.devices.length === 0) return <p className="muted">没有共享仪器</p>
  return (
    <ul>
      {data.devices.map((d) => (
        <li key={d.id}>
          <Link to={to('/dashboard/deviceDetail', { id: d.id })}>{d.name}</Link> <span className="muted">{d.model}</span>
        </li>
      ))}
    </ul>
  )
}
