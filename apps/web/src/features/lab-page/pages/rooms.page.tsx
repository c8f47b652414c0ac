import { Link, useSearchParams } from 'react-router'
import type { RoomListRow } from '@portal/contract/building/building'
import { makeThumbAddress } from '@portal/contract/file/file'
import type { LabDetail } from '@portal/contract/lab/lab'
import { to } from '../../../lib/paths.ts'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { ButtonLink, Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { useRoom, useRooms } from '../lab-page.queries.ts'
import { LabScreen } from '../parts/lab-screen.tsx'

/** More than any lab has. */
const ALL = 200

/** The rooms of a lab; with `roomId` in the address, the instruments in one room. */
export default function RoomsPage() {
  const roomId = Number(useSearchParams()[0].get('roomId')) || 0
  return (
    <LabScreen
      title="房间信息"
      extra={(lab) =>
        lab.can.includes('room') && (
          <ButtonLink to={to('/lab/manage', { serialId: lab.serialId, tab: 'room' })}>设置房间</ButtonLink>
        )
      }
    >
      {(lab) => (
        <>
          {roomId > 0 && <Chosen lab={lab} roomId={roomId} />}
          <Rooms lab={lab} chosen={roomId} />
        </>
      )}
    </LabScreen>
  )
}

const floorWords = (floor: number | null) =>
  floor === null ? '楼层未登记' : floor < 0 ? `地下 ${-floor} 层` : `${floor} 层`
const areaWords = (m2: number | null) => (m2 === null ? '面积未登记' : `${m2.toLocaleString('zh-CN')} ㎡`)

function Rooms({ lab, chosen }: { lab: LabDetail; chosen: number }) {
  const query = useRooms({ labId: lab.id, page: 0, size: ALL })
  const data = query.data
  if (!data) return <Waiting query={query} rows={5} height={80} />
  if (data.items.length === 0) {
    return (
      <div className="card">
        <Empty text="还没有登记房间" />
      </div>
    )
  }
  return (
    <ul className="lab-rooms" aria-label="房间">
      {data.items.map((r) => (
        <Room key={r.id} lab={lab} room={r} chosen={r.id === chosen} />
      ))}
    </ul>
  )
}

function Room({ lab, room: r, chosen }: { lab: LabDetail; room: RoomListRow; chosen: boolean }) {
  const [image] = r.images
  return (
    <li data-chosen={chosen || undefined}>
      {image && <img src={makeThumbAddress(image.url)} alt="" loading="lazy" />}
      <strong>
        <Link
          to={to('/lab/chamberInfo', { serialId: lab.serialId, roomId: r.id })}
          aria-current={chosen || undefined}
        >
          {r.building.name} {r.name}
        </Link>
      </strong>
      <span className="muted">
        {[floorWords(r.floor), areaWords(r.areaM2), r.use].filter(Boolean).join(' · ')}
      </span>
      <span>
        {r.id === lab.room?.id ? '主要房间 · ' : ''}
        {r.devices} 台仪器
      </span>
    </li>
  )
}

function Chosen({ lab, roomId }: { lab: LabDetail; roomId: number }) {
  const { data: r, error, refetch } = useRoom({ query: { id: roomId } })
  return (
    <Card
      title={r ? `${r.building.name} ${r.name}` : '房间'}
      extra={<Link to={to('/lab/chamberInfo', { serialId: lab.serialId })}>全部房间</Link>}
    >
      {!r ? (
        error ? (
          <PageError error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton rows={4} height={22} />
        )
      ) : (
        <>
          <Facts
            items={[
              { label: '校区', value: r.building.campus },
              { label: '楼层', value: floorWords(r.floor) },
              { label: '面积', value: areaWords(r.areaM2) },
              { label: '用途', value: r.use },
              { label: '所属部门', value: r.dept?.name },
              { label: '房间负责人', value: r.keeper?.name },
              { label: '实验室', value: r.labs.map((l) => l.name).join('、') },
              {
                label: '共享仪器',
                wide: true,
                value:
                  r.devices.length > 0 &&
                  r.devices.map((d, i) => (
                    <span key={d.id}>
                      {i > 0 && '、'}
                      <Link to={to('/lab/deviceDetail', { serialId: lab.serialId, id: d.id })}>{d.name}</Link>
                    </span>
                  )),
              },
            ]}
          />
          {r.images.length > 0 && (
            <div className="lab-room-pictures">
              {r.images.map((image, i) => (
                <a key={image.id} href={image.url} target="_blank" rel="noreferrer">
                  <img
                    src={makeThumbAddress(image.url)}
                    alt={`${r.name}，第 ${i + 1} 张图片，点击查看原图`}
                    loading="lazy"
                  />
                </a>
              ))}
            </div>
          )}
        </>
      )}
    </Card>
  )
}
