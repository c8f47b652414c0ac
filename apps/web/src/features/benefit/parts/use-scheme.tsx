import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { SchemeRow } from '@portal/contract/benefit/scheme-calls'
import { to } from '../../../lib/paths.ts'
import { useHolds } from '../../../lib/session.ts'
import { Choose } from '../../../ui/form/choose.tsx'
import { ButtonLink, Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { Whole } from '../../../ui/whole.tsx'
import { schemeText } from '../benefit.words.ts'
import { useSchemes } from '../benefit.queries.ts'

const SCHEMES = to('/statistic/benefit', { view: 'schemes' })

/** The year of a view: that in the address, else the newest with published results, else the newest. */
export function useScheme() {
  const [search, setSearch] = useSearchParams()
  const { data, error, refetch } = useSchemes()
  const items = data?.items ?? []
  const asked = Number(search.get('schemeId'))
  const scheme = items.find((s) => s.id === asked) ?? items.find((s) => s.published > 0) ?? items[0]
  const choose = (id: string) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now)
        next.delete('page') // other rows: back to the first page
        next.set('schemeId', id)
        return next
      },
      { preventScrollReset: true },
    )
  return { scheme, items, choose, loaded: data !== undefined, error, refetch }
}
type Chosen = ReturnType<typeof useScheme>

/** Selects the year of a view; shows a hint if there is none yet. */
export function SchemeBar({
  chosen,
  children,
}: {
  chosen: Chosen
  children: (scheme: SchemeRow) => ReactNode
}) {
  const office = useHolds(['PURCHASE_ALL'])
  const { scheme, items, choose, loaded, error, refetch } = chosen
  if (error && !loaded) return <PageError error={error} onRetry={() => void refetch()} />
  if (!loaded) return <Skeleton rows={3} height={28} />
  if (!scheme)
    return (
      <Card>
        <Empty text="还没有评价方案：由设备处按年度设置后发起评价">
          {office && (
            <ButtonLink kind="primary" to={SCHEMES}>
              设置评价方案
            </ButtonLink>
          )}
        </Empty>
      </Card>
    )
  return (
    <>
      <div className="card choose-bar no-print" role="group" aria-label="评价年度">
        <Choose
          label="评价年度"
          value={scheme.id}
          options={items.map((s) => ({ value: s.id, label: schemeText(s) }))}
          onChoose={choose}
        />
        <span className="muted">
          已发起 {scheme.evaluations} 台，已公布 {scheme.published} 台
          {scheme.dueOn && <Whole>{`；填报截止 ${scheme.dueOn}`}</Whole>}
        </span>
      </div>
      {children(scheme)}
    </>
  )
}
