import { listWays, type DeviceRow } from '@portal/contract/device/device'
import type { AvailabilityRow } from '@portal/contract/opening/opening'
import { Link } from 'react-router'
import { to } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/light.tsx'
import { Span } from '../../../ui/period.tsx'
import { briefPrice } from '../../price-plan/shared/rate-words.ts'
import { useBrief } from '../../price-plan/shared/use-brief.ts'
import { hours } from '../device.words.ts'
import { DevicePicture } from '../shared/device-picture.tsx'
import { FavoriteButton } from '../shared/favorite-button.tsx'
import { DeviceHint, Ways } from './device-tags.tsx'

interface Props {
  devices: readonly DeviceRow[]
  availability: ReadonlyMap<number, AvailabilityRow | null>
  today: boolean
  /** The day that the search is for, if it is not today: booking begins there. */
  day: string | undefined
  addressOf: (device: DeviceRow) => string
  /** The user's favourites, by device. */
  favorites: ReadonlyMap<number, number> | undefined
}
/** Must equal `CARDS` of `boot/first-data.ts`, which preloads these pictures. */
const FIRST_ROW = 4
export function DeviceCards({ devices, availability, today, day, addressOf, favorites }: Props) {
  const brief = useBrief(devices.map((d) => d.id))
  /** The price line; none for a device that cannot be booked. */
  const findBrief = (d: DeviceRow) => {
    const known = listWays(d) && brief.get(d.id)
    return known ? (
      <b className="device-card-price">
        {briefPrice(known.prices)
          .split(/(?<=，)/)
          .map((price) => (
            <Span key={price}>{price}</Span>
          ))}
      </b>
    ) : undefined
  }
  return (
    <ul className="device-cards">
      {devices.map((d, i) => (
        <li key={d.id}>
          <Link to={addressOf(d)}>
            <DevicePicture url={d.imageUrl} size="card" first={i < FIRST_ROW} />
            <strong>{d.name}</strong>
          </Link>
          <small>{[d.alias, d.model].filter(Boolean).join(' · ') || '型号未登记'}</small>
          <small>{`${d.lab.name} · ${d.serialId}`}</small>
          {brief.get(d.id)?.room && <small>{brief.get(d.id)?.room}</small>}
          <div>
            <DeviceHint device={d} row={availability.get(d.id)} today={today} />
            <Ways device={d} />
          </div>
          {findBrief(d)}
          <footer>
            <small>近一年使用 {hours(d.usedMinutes)}</small>
            <FavoriteButton
              short
              kind="device"
              targetId={d.id}
              favoriteId={favorites?.get(d.id) ?? null}
              name={d.name}
            />
            {findBookable(d, day)}
          </footer>
        </li>
      ))}
    </ul>
  )
}

/** Links to the calendar, or to sample delivery if the device is not for self-operation. */
function findBookable(d: DeviceRow, day: string | undefined) {
  const ways = listWays(d)
  if (!ways) return null
  return (
    <ButtonLink
      kind="primary"
      size="small"
      aria-label={`预约 ${d.name}`}
      to={to(ways.selfOperated ? '/deviceopen/applyTime' : '/deviceopen/apply', { deviceId: d.id, day })}
    >
      预约
    </ButtonLink>
  )
}
