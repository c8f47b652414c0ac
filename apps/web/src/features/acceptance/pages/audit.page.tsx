import { useSearchParams } from 'react-router'
import { ProcessPage } from '../../../ui/process/process-page.tsx'
import { ChangeAcceptance } from '../parts/change-acceptance.tsx'
import { acceptance } from '../shared/acceptance.process.tsx'
import { Acceptances } from '../shared/acceptances.tsx'

/** The equipment office audits acceptances. Without `id`: all that wait for it. */
export default function AuditPage() {
  const id = Number(useSearchParams()[0].get('id')) || 0
  return id ? (
    <ProcessPage key={id} process={acceptance} forms={{ change: ChangeAcceptance }} id={id} />
  ) : (
    <Acceptances title="设备处审核验收" fixed={{ waiting: 'true' }} />
  )
}
