import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { deviceCalls, listWays, type DeviceRow } from '@portal/contract/device/device'
import { to } from '../../../lib/paths.ts'
import { makeQuery } from '../../../lib/query.ts'
import { ButtonLink, Card, Empty, Skeleton } from '../../../ui/light.tsx'
import type { Week } from '../calendar.rules.ts'
import './closed-device.css'

/** Why a device takes no bookings, and alternatives of its category and in its lab. */
export function ClosedDevice({ device }: { device: Week['device'] }) {
  return (
    <>
      <Card title={device.name}>
        <Empty text={device.closed ?? ''}>
          <ButtonLink to={to('/dashboard/deviceDetail', { id: device.id })}>查看仪器与联系人</ButtonLink>
          <ButtonLink kind="primary" to="/osp-test/subscribe">
            选择其他仪器
          </ButtonLink>
        </Empty>
      </Card>
      {device.categoryId !== null && (
        <Instead title="可以预约的同类仪器" query={{ categoryId: device.categoryId }} but={device.id} />
      )}
      <Instead title={`${device.lab.name}可以预约的仪器`} query={{ labId: device.lab.id }} but={device.id} />
    </>
  )
}

const SHOWN = 5
/** The most used alternatives. Without any the card is omitted; the button above links to all instruments. */
function Instead({
  title,
  query,
  but,
}: {
  title: string
  query: { categoryId?: number; labId?: number }
  but: number
}) {
  const { data, isPending } = useQuery({
    ...makeQuery(deviceCalls.shared, {
      query: { ...query, opened: 'true', status: 'normal', size: SHOWN + 1 },
    }),
    staleTime: 60_000,
  })
  const others = (data?.items ?? []).filter((d) => d.id !== but).slice(0, SHOWN)
  if (!isPending && others.length === 0) return null
  return (
    <Card title={title}>
      {isPending ? (
        <Skeleton rows={3} height={28} />
      ) : (
        <ul className="instead">
          {others.map((d) => (
            <li key={d.id}>
              <span>
                <Link to={to('/dashboard/deviceDetail', { id: d.id })}>{d.name}</Link>
                <small className="muted">{[d.model, d.lab.name].filter(Boolean).join(' · ')}</small>
              </span>
              <ButtonLink size="small" kind="primary" to={makeAddress(d)} aria-label={`预约 ${d.name}`}>
                预约
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
const makeAddress = (d: DeviceRow) =>
  to(listWays(d)?.selfOperated ? '/deviceopen/applyTime' : '/deviceopen/apply', { deviceId: d.id })
