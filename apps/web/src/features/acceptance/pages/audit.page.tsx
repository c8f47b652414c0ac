import { useSearchParams } from 'react-router'
import { AcceptanceView } from '../parts/acceptance-view.tsx'
import { Acceptances } from '../shared/acceptances.tsx'

/** The equipment office looks at what was accepted, and how. Without `id`: all that wait for it. */
export default function AuditPage() {
  const id = Number(useSearchParams()[0].get('id')) || 0
  return id ? (
    <AcceptanceView key={id} id={id} />
  ) : (
    <Acceptances title="设备处审核验收" fixed={{ waiting: 'true' }} />
  )
}
