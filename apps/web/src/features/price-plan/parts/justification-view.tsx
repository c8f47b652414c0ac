import { priceBasisWords } from '@portal/contract/price-plan/price-plan'
import { formatMinute } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { FileList } from '../../../ui/detail/file-list.tsx'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { ButtonLink, Card } from '../../../ui/light.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { useJustification } from '../price-plan.queries.ts'
import { ComparisonTable, CostTable, PeopleTable, ProposedTable } from './justification-tables.tsx'
import './justification.css'

/** One version as submitted. */
export function JustificationView({ id }: { id: number }) {
  const query = useJustification({ params: { id } })
  const j = query.data
  if (!j) return <Waiting query={query} rows={8} height={24} />
  return (
    <Card
      title={`价格论证 第 ${j.version} 版`}
      extra={
        <ButtonLink to={to('/osp/priceProofDetail', { deviceId: j.device.id, id, print: 1 })}>
          打印论证表
        </ButtonLink>
      }
    >
      <div className="cost-view">
        <Facts
          items={[
            { label: '计费方式', value: priceBasisWords[j.basis] },
            { label: '论证会', value: [j.meetingDay, j.meetingPlace].filter(Boolean).join(' ') },
            { label: '填报', value: `${j.createdBy ?? '—'} ${formatMinute(j.createdAt)}` },
          ]}
        />
        <h3>成本测算</h3>
        <CostTable of={j} />
        {j.comparisons.length > 0 && (
          <>
            <h3>比价</h3>
            <ComparisonTable of={j} />
          </>
        )}
        <h3>拟定价格</h3>
        <ProposedTable of={j} />
        <h3>定价依据</h3>
        <p className="cost-text">{j.grounds}</p>
        <h3>论证人员</h3>
        <PeopleTable of={j} />
        <h3>论证结论</h3>
        <p className="cost-text">{j.conclusion}</p>
        {j.files.length > 0 && (
          <>
            <h3>附件</h3>
            <FileList files={j.files} />
          </>
        )}
      </div>
    </Card>
  )
}
