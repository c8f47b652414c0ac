import { useSearchParams } from 'react-router'
import { acceptanceCalls } from '@portal/contract/acceptance/acceptance'
import { useLive } from '../../../lib/live.ts'
import { useAcceptance } from '../acceptance.queries.ts'
import { AcceptanceView } from '../parts/acceptance-view.tsx'
import { Acceptances } from '../shared/acceptances.tsx'

/** The equipment office looks at what was accepted, and how. Without `id`: all that wait for it. */
export default function AuditPage() {
  const id = Number(useSearchParams()[0].get('id')) || 0
  return id ? <One key={id} id={id} /> : <Acceptances title="设备处审核验收" fixed={{ waiting: 'true' }} />
}

function One({ id }: { id: number }) {
  const query = useAcceptance({ params: { id } }, { staleTime: 0 })
  useLive(['me'], [acceptanceCalls.get])
  return <AcceptanceView query={query} />
}
