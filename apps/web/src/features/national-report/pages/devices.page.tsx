import { useSearchParams } from 'react-router'
import { nationalKindWords } from '@portal/contract/national-report/schema'
import { to } from '../../../lib/paths.ts'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import { ButtonLink, Card, Empty } from '../../../ui/light.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { useReports } from '../national-report.queries.ts'
import { BatchList } from '../parts/batch-list.tsx'
import { DeviceList } from '../parts/device-list.tsx'
import { IssueList } from '../parts/issue-list.tsx'
import { RowList } from '../parts/row-list.tsx'
import '../national-report.css'

const tabs = [
  { key: 'device', title: '仪器' },
  { key: 'service', title: nationalKindWords.service },
  { key: 'customs', title: nationalKindWords.customs },
  { key: 'issues', title: '校验结果' },
  { key: 'batches', title: '上报批次' },
]

/** 上报仪器: the instruments of a year's report, with what is left to do for each. */
export default function DevicesPage() {
  const [search] = useSearchParams()
  const query = useReports()
  const wanted = Number(search.get('id'))
  const report = wanted ? query.data?.items.find((r) => r.id === wanted) : query.data?.items[0]
  const office = report?.can.includes('send') ?? false
  const shown = office ? tabs : tabs.filter((t) => t.key !== 'batches')
  const key = shown.find((t) => t.key === search.get('view'))?.key ?? 'device'
  return (
    <section className="national" aria-label="上报仪器">
      <header className="page-head">
        <h1>{report ? `${report.year} 年度上报仪器` : '上报仪器'}</h1>
        <div className="page-extra no-print">
          <ButtonLink to={to('/report/largeDevice')} icon="back">
            返回上报年度
          </ButtonLink>
        </div>
      </header>
      {report ? (
        <>
          <LinkTabs label="上报内容" name="view" tabs={shown} value={key} />
          {key === 'device' ? (
            <DeviceList reportId={report.id} />
          ) : key === 'issues' ? (
            <IssueList reportId={report.id} />
          ) : key === 'batches' ? (
            <BatchList reportId={report.id} />
          ) : (
            <RowList key={key} reportId={report.id} kind={key === 'customs' ? 'customs' : 'service'} />
          )}
        </>
      ) : query.data ? (
        <Card>
          <Empty text="没有这个年度的上报，请先选择年度">
            <ButtonLink kind="primary" to={to('/report/largeDevice')}>
              单台大型仪器
            </ButtonLink>
          </Empty>
        </Card>
      ) : (
        <Waiting query={query} rows={8} />
      )}
    </section>
  )
}
