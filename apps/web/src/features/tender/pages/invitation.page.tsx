import { useSearchParams } from 'react-router'
import { holdsAny } from '@portal/contract/kernel/permissions'
import { useUser } from '../../../lib/session.ts'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import { PrintSheet, isSheet } from '../parts/print-sheet.tsx'
import { Results } from '../parts/results.tsx'
import { TenderDetailPage } from '../parts/tender-detail.tsx'
import { OfficeTenders, OwnTenders } from '../parts/tender-lists.tsx'

/**
 * With `id` one tender, with `print` for paper; without it, the tenders that concern the reader, and the
 * results of others.
 */
export default function InvitationPage() {
  const [search] = useSearchParams()
  const office = holdsAny(useUser()?.permissions ?? [], ['TENDER_ALL', 'PURCHASE_ALL'])
  const id = Number(search.get('id')) || 0
  const sheet = search.get('print')
  if (id)
    return isSheet(sheet) ? (
      <PrintSheet key={id} id={id} sheet={sheet} />
    ) : (
      <TenderDetailPage key={id} id={id} />
    )
  const view = search.get('view') === 'results' ? 'results' : 'tenders'
  return (
    <section className="list-page" aria-label="招标采购">
      <header className="page-head">
        <h1>招标采购</h1>
      </header>
      <LinkTabs
        label="招标采购"
        name="view"
        tabs={[
          { key: 'tenders', title: office ? '采购项目' : '我的采购项目' },
          { key: 'results', title: '成交结果' },
        ]}
        value={view}
      />
      <div key={view} className="list-page">
        {view === 'results' ? <Results /> : office ? <OfficeTenders /> : <OwnTenders />}
      </div>
    </section>
  )
}
