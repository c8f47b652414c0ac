import type { PanelDetail } from '@portal/contract/panel/calls'
import {
  panelKindWords,
  panelStateWords,
  panelVerdictWords,
  professionWords,
} from '@portal/contract/panel/panel'
import { formatDay, formatSecond } from '../../../lib/format.ts'
import { Paper, PaperFacts, PaperTable } from '../../../ui/paper.tsx'
import { PurchasePreciousCases } from '../../purchase/shared/precious-cases.tsx'
import { needsWords, panelAddress } from '../panel.words.ts'

/** The experts' opinions on A4, each with its seal. */
export function PanelSheet({ panel: p }: { panel: PanelDetail }) {
  return (
    <Paper
      title={`${panelKindWords[p.kind]}意见表`}
      back={{ to: panelAddress(p), text: '返回论证' }}
      head={[`状态：${panelStateWords[p.state]}`, `发起日期：${formatDay(p.createdAt)}`]}
    >
      <PaperFacts
        items={[
          ['论证事项', p.title],
          ['申请人', p.requester.name],
          ['论证要求', needsWords(p.needs)],
          ['论证结论', p.conclusion],
        ]}
      />
      {p.statement && (
        <>
          <h2>论证说明</h2>
          <pre>{p.statement}</pre>
        </>
      )}
      {p.business === 'purchase' && p.kind === 'precious' && (
        <PurchasePreciousCases purchaseId={p.rowId} printed />
      )}
      <PaperTable heads={['专家', '单位与职称', '结论', '意见与签章']}>
        {p.members.map((e) => (
          <tr key={e.id}>
            <td className="short">
              {e.user.name}
              <br />
              {professionWords[e.profession]}
            </td>
            <td>
              {e.unit}
              <br />
              {e.title}
              {e.outside ? '（校外）' : ''}
            </td>
            <td className="short">{e.verdict ? panelVerdictWords[e.verdict] : ''}</td>
            <td>
              <pre>{e.opinion}</pre>
              {e.signedAt && (
                <small>
                  {formatSecond(e.signedAt)} {e.seal}
                </small>
              )}
            </td>
          </tr>
        ))}
      </PaperTable>
    </Paper>
  )
}
