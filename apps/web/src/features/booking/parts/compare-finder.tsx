import { useId } from 'react'
import { useSearchParams } from 'react-router'
import { bookingCalls } from '@portal/contract/booking/calls'
import { MOST_COMPARED } from '@portal/contract/booking/calendar-calls'
import { useLive } from '../../../lib/live.ts'
import { AsyncSelect } from '../../../ui/form/async-select.tsx'
import { Choose } from '../../../ui/form/choose.tsx'
import { ButtonLink, Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { useNarrow } from '../../../ui/use-media.ts'
import { useDeviceOptions } from '../../device/shared/device-options.ts'
import { useCompared, useFavouriteDevices } from '../booking.queries.ts'
import { readDay } from '../calendar.rules.ts'
import { DayBar, Timeline } from './timeline.tsx'

/** Number of favourites shown by default; more would be hard to compare. */
const FIRST = 3
const LENGTHS = [1, 3, 7]

const readIds = (text: string | null): number[] | null =>
  text === null
    ? null
    : [...new Set(text.split(',').map(Number))].filter((id) => Number.isInteger(id) && id > 0)

/** Compares instruments of any labs side by side; the instruments and days are kept in the address bar. */
export function CompareFinder() {
  const id = useId()
  const narrow = useNarrow()
  const [search, setSearch] = useSearchParams()
  const favourites = useFavouriteDevices()
  const asked = readIds(search.get('deviceIds'))
  const ids = (asked ?? favourites?.slice(0, FIRST).map((f) => f.value) ?? []).slice(0, MOST_COMPARED)
  const day = readDay(search.get('day'))
  const days = narrow ? 1 : (LENGTHS.find((n) => String(n) === search.get('days')) ?? 1)
  const query = useCompared(ids, day, days)
  const { data, error } = query
  useLive(
    ids.map((device) => `device:${device}`),
    [bookingCalls.compare],
  )
  const change = (part: { ids?: readonly number[]; day?: string; days?: string }) =>
    setSearch(
      {
        by: 'compare',
        deviceIds: (part.ids ?? ids).join(','),
        day: part.day ?? day,
        days: part.days ?? String(days),
      },
      { replace: true, preventScrollReset: true },
    )
  const full = ids.length >= MOST_COMPARED
  const missing = data ? ids.filter((known) => !data.devices.some((d) => d.id === known)) : []
  const body = () => {
    if (ids.length === 0)
      return asked === null && !favourites ? (
        <Skeleton rows={3} height={36} />
      ) : (
        <Empty text="用上面的搜索添加要对比的仪器；收藏的仪器会先列在这里">
          <ButtonLink to="?by=device">按仪器查找</ButtonLink>
        </Empty>
      )
    if (error && !data) return <PageError error={error} onRetry={() => void query.refetch()} />
    if (!data) return <Skeleton rows={3} height={36} />
    return (
      <>
        {data.devices.length > 0 && (
          <Timeline
            day={day}
            days={days}
            now={data.now}
            devices={data.devices}
            mixed
            onRemove={(device) => change({ ids: ids.filter((other) => other !== device) })}
          />
        )}
        {missing.length > 0 && <p className="muted">另有 {missing.length} 台仪器暂不开放预约，没有列出。</p>}
      </>
    )
  }
  return (
    <>
      <div className="filters card no-print">
        <div className="free-field compare-add">
          <label htmlFor={id}>添加仪器</label>
          <AsyncSelect
            id={id}
            value={null}
            disabled={full}
            offered={favourites?.filter((f) => !ids.includes(f.value))}
            useOptions={useDeviceOptions}
            onChange={(device) => device !== null && change({ ids: [...ids, Number(device)] })}
            placeholder={full ? `最多对比 ${MOST_COMPARED} 台` : '名称、型号或拼音；收藏的在前'}
          />
        </div>
      </div>
      <Card className="timeline">
        <div className="device-calendar-bar">
          <DayBar day={day} step={days} onDay={(next) => change({ day: next })} />
          {!narrow && (
            <Choose
              label="显示"
              value={days}
              options={LENGTHS.map((n) => ({ value: n, label: `${n} 天` }))}
              onChoose={(n) => change({ days: n })}
            />
          )}
          <span className="muted">点空白处即可预约该时间</span>
        </div>
        {body()}
      </Card>
    </>
  )
}
