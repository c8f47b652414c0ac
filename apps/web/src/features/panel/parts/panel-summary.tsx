import type { PanelDetail } from '@portal/contract/panel/calls'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { ButtonLink, Card } from '../../../ui/light.tsx'
import { PurchasePreciousCases } from '../../purchase/shared/precious-cases.tsx'
import { needsWords, subjectAddress } from '../panel.words.ts'

/** The question, the members, and the result. */
export function PanelSummary({ panel: p }: { panel: PanelDetail }) {
  return (
    <>
      <Card
        title="论证事项"
        extra={
          <ButtonLink size="small" to={subjectAddress(p)}>
            {p.business === 'purchase' ? '查看申购单与材料' : '查看报废申请'}
          </ButtonLink>
        }
      >
        <Facts
          items={[
            { label: '事项', value: p.title, wide: true },
            { label: '申请人', value: p.requester.name },
            { label: '签署', value: `${p.signed} / ${p.experts} 人` },
            { label: '论证要求', value: needsWords(p.needs), wide: true },
            p.statement !== '' && {
              label: '论证说明',
              value: <span style={{ whiteSpace: 'pre-line' }}>{p.statement}</span>,
              wide: true,
            },
            p.conclusion !== null && { label: '论证结论', value: p.conclusion, wide: true },
          ]}
        />
      </Card>
      {argued(p) && <PurchasePreciousCases purchaseId={p.rowId} />}
    </>
  )
}
/** Whether the panel is about a precious instrument, which has a case to show. */
const argued = (p: PanelDetail) => p.business === 'purchase' && p.kind === 'precious'
