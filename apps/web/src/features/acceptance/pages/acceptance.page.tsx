import { useLocation, useSearchParams } from 'react-router'
import { to } from '../../../lib/paths.ts'
import { ProcessPage } from '../../../ui/process/process-page.tsx'
import { findPage } from '../acceptance.words.ts'
import { PrintedAcceptance } from '../parts/acceptance-sheet.tsx'
import { ChangeAcceptance } from '../parts/change-acceptance.tsx'
import { acceptance } from '../shared/acceptance.process.tsx'
import { Acceptances } from '../shared/acceptances.tsx'

/**
 * With `id` one acceptance, at the address of its scale, which depends on its pieces' price; without it,
 * those that concern the user. `print` for paper.
 */
export default function AcceptancePage() {
  const [search] = useSearchParams()
  const id = Number(search.get('id')) || 0
  if (!id) return <Lists />
  return search.get('print') ? (
    <PrintedAcceptance id={id} />
  ) : (
    <ProcessPage
      key={id}
      process={acceptance}
      forms={{ change: ChangeAcceptance }}
      id={id}
      home={(a) => to(findPage(a.scale), { id })}
    />
  )
}

function Lists() {
  const college = useLocation().pathname.endsWith('acceptanceAcademyInfo')
  return (
    <Acceptances title={college ? '学院验收' : '自行验收'} fixed={{ scale: college ? 'college' : 'small' }} />
  )
}
