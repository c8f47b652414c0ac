import { useState, type ReactElement } from 'react'
import { useSearchParams } from 'react-router'
import { formatMinutes, findInstant } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { Button, ButtonLink, Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import type { RowAction } from '../../../ui/list/row-actions.tsx'
import '../../../ui/list/list.css'
import { PageError } from '../../../ui/page-error.tsx'
import { Period } from '../../../ui/period.tsx'
import { useFreeDevices, useLabOptions, type FreeDevice } from '../booking.queries.ts'
import { addDays, findDay } from '../calendar.rules.ts'

const columns: Column<FreeDevice>[] = [
  { key: 'name', title: '仪器', main: true },
  { key: 'model', title: '型号' },
  { key: 'lab', title: '实验室', render: (d) => d.lab.name },
  {
    key: 'freeSeats',
    title: '空闲机位',
    align: 'right',
    render: (d) => (d.capacity > 1 ? `${d.freeSeats} / ${d.capacity}` : '空闲'),
  },
]

/** Finds instruments that are free at a given time. The search is kept in the address bar. */
export function FreeFinder() {
  const [search, setSearch] = useSearchParams()
  const of = (name: string) => search.get(name) ?? ''
  const startAt = findInstant(`${of('day')} ${of('from')}`)
  const endAt = findInstant(`${of('day')} ${of('until')}`)
  const asked = startAt !== null && endAt !== null
  const fits = asked && startAt < endAt
  const labs = useLabOptions()
  const query = useFreeDevices(
    {
      query: {
        startAt: startAt ?? '',
        endAt: endAt ?? '',
        keyword: of('keyword'),
        ...(of('labId') && { labId: of('labId') }),
        ...(of('after') && { after: of('after') }),
      },
    },
    { enabled: fits, staleTime: 0 },
  )
  const { data } = query
  const actions: RowAction<FreeDevice>[] = [
    { label: '预约', to: (d) => to('/deviceopen/applyTime', { deviceId: d.id, startAt, endAt }) },
  ]
  const tomorrow = addDays(findDay(new Date()), 1)
  const [form, setSent] = useFormKey(search.toString())
  return (
    <>
      <form
        key={form}
        className="filters card no-print"
        role="search"
        aria-label="按时间找空闲仪器"
        onSubmit={(e) => {
          e.preventDefault()
          const typed = Object.fromEntries(
            [...new FormData(e.currentTarget)].filter(
              (pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1].trim() !== '',
            ),
          )
          const next = new URLSearchParams({ by: 'time', ...typed })
          // The same search again: other people have booked since.
          if (fits && next.toString() === search.toString()) void query.refetch()
          else {
            setSent(next.toString())
            setSearch(next)
          }
        }}
      >
        <Labelled label="日期">
          <input
            type="date"
            name="day"
            required
            defaultValue={of('day') || tomorrow}
            min={findDay(new Date())}
          />
        </Labelled>
        <Labelled label="开始时间">
          <HalfHours name="from" value={of('from') || '09:00'} />
        </Labelled>
        <Labelled label="结束时间">
          <HalfHours name="until" value={of('until') || '11:00'} />
        </Labelled>
        <Labelled label="仪器">
          <input
            type="search"
            name="keyword"
            maxLength={100}
            defaultValue={of('keyword')}
            placeholder="名称、型号或拼音"
          />
        </Labelled>
        <Labelled label="实验室">
          <select name="labId" key={labs.length} defaultValue={of('labId')}>
            <option value="">全部</option>
            {labs.map((l) => (
              <option key={l.value} value={l.value}>
                {l.label}
              </option>
            ))}
          </select>
        </Labelled>
        <div className="filters-buttons">
          <Button type="submit" kind="primary" icon="search">
            查找空闲仪器
          </Button>
        </div>
      </form>
      <Card className="list-card">
        {asked && !fits ? (
          <Empty text="结束时间须晚于开始时间" />
        ) : !asked ? (
          <Empty text="选择日期和时间，查找那时空闲的仪器" />
        ) : query.error && !data ? (
          <PageError error={query.error} onRetry={() => void query.refetch()} />
        ) : !data ? (
          <Skeleton rows={5} height={28} />
        ) : (
          <>
            <p role="status" className="muted" style={{ marginBottom: 10 }}>
              <Period from={startAt} to={endAt} />（
              {formatMinutes((Date.parse(endAt) - Date.parse(startAt)) / 60_000)}）
              {data.items.length ? `空闲的仪器，共列出 ${data.items.length} 台` : '没有空闲的仪器'}
            </p>
            {data.items.length > 0 ? (
              <DataTable
                caption="空闲仪器"
                columns={columns}
                rows={data.items}
                rowKey={(d) => d.id}
                actions={actions}
              />
            ) : (
              <Empty text="换一个时间试试，或按仪器查看日程">
                <ButtonLink to="?by=device">按仪器查找</ButtonLink>
              </Empty>
            )}
            {data.next !== null && (
              <p className="page-extra" style={{ marginTop: 12 }}>
                <ButtonLink to={`?${withAfter(search, data.next)}`}>继续查找</ButtonLink>
              </p>
            )}
          </>
        )}
      </Card>
    </>
  )
}

/**
 * A key for the form: new when the address changes other than by the form itself, whose user goes on in the
 * same fields.
 */
function useFormKey(address: string): [key: number, setSent: (to: string) => void] {
  const [form, setForm] = useState({ address, sent: '', key: 0 })
  if (form.address !== address)
    setForm({ address, sent: '', key: form.sent === address ? form.key : form.key + 1 })
  return [form.key, (sent) => setForm({ ...form, sent })]
}

const withAfter = (search: URLSearchParams, after: number): string => {
  const next = new URLSearchParams(search)
  next.set('after', String(after))
  return next.toString()
}

const HALF_HOURS = Array.from(
  { length: 48 },
  (_, i) => `${String(Math.floor(i / 2)).padStart(2, '0')}:${i % 2 ? '30' : '00'}`,
)
/**
 * Not a native time input, which would follow the browser's language with AM and PM, whereas doors show the
 * campus clock.
 */
const HalfHours = ({ name, value }: { name: string; value: string }) => (
  <select name={name} defaultValue={value}>
    {[...new Set([...HALF_HOURS, value])].sort().map((t) => (
      <option key={t}>{t}</option>
    ))}
  </select>
)

const Labelled = ({ label, children }: { label: string; children: ReactElement }) => (
  <label className="free-field">
    <span>{label}</span>
    {children}
  </label>
)
