import type { PanelDetail, PanelExpert } from '@portal/contract/panel/calls'
import { panelVerdictWords, professionWords } from '@portal/contract/panel/panel'
import { formatSecond } from '../../../lib/format.ts'
import { Card, Empty } from '../../../ui/light.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import './panel.css'

/** The opinions, each with its seal. */
export function Opinions({ panel: p }: { panel: PanelDetail }) {
  return (
    <Card title={`专家意见（${p.signed} / ${p.experts}）`}>
      {p.members.length === 0 ? (
        <Empty text="还没有组建专家组" />
      ) : (
        <ul className="opinions">
          {p.members.map((e) => (
            <Opinion key={e.id} expert={e} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Opinion({ expert: e }: { expert: PanelExpert }) {
  return (
    <li className="opinion">
      <header>
        <b>{e.user.name}</b>
        <span className="muted">
          {professionWords[e.profession]}，{e.outside ? '校外' : '校内'}，{e.unit}，{e.title}
        </span>
        {e.verdict ? (
          <StateTag tone={e.verdict === 'agree' ? 'done' : 'refused'} text={panelVerdictWords[e.verdict]} />
        ) : (
          <StateTag tone="waiting" text={e.signedAt ? '已签署' : '待签署'} />
        )}
      </header>
      {e.opinion && <p>{e.opinion}</p>}
      {e.signedAt && !e.verdict && <p className="muted">您签署后可查看该意见。</p>}
      {e.signedAt && (
        <small className="muted">
          {formatSecond(e.signedAt)} 签署
          {e.seal && (
            <>
              ，签章 <span className="seal">{e.seal}</span>
            </>
          )}
        </small>
      )}
    </li>
  )
}
