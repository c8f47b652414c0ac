import { Navigate, useLocation, useSearchParams } from 'react-router'
import { acceptanceCalls } from '@portal/contract/acceptance/acceptance'
import { useLive } from '../../../lib/live.ts'
import { to } from '../../../lib/paths.ts'
import { useAcceptance } from '../acceptance.queries.ts'
import { pageOf } from '../acceptance.words.ts'
import { AcceptanceView } from '../parts/acceptance-view.tsx'
import { AcceptanceSheet } from '../parts/acceptance-sheet.tsx'
import { Acceptances } from '../shared/acceptances.tsx'

/** `id`: one acceptance, under the address of its scale; without: those one has to do with. `print`: the same on paper. */
export default function AcceptancePage() {
  const [search] = useSearchParams()
  const id = Number(search.get('id')) || 0
  if (!id) return <Lists />
  return search.get('print') ? <AcceptanceSheet id={id} /> : <One key={id} id={id} />
}

function Lists() {
  const college = useLocation().pathname.endsWith('acceptanceAcademyInfo')
  return <Acceptances title={college ? '学院验收' : '自行验收'} {...(!college && { fixed: { scale: 'small' } })} />
}

function One({ id }: { id: number }) {
  const { pathname } = useLocation()
  const query = useAcceptance({ params: { id } }, { staleTime: 0 })
  useLive(['me'], [acceptanceCalls.get])
  const right = query.data && pageOf(query.data.scale)
  // Which of the two forms it is, its pieces' price decides.
  if (right && right !== pathname) return <Navigate to={to(right, { id })} replace />
  return <AcceptanceView query={query} />
}
