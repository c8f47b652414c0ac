import type { ReactNode } from 'react'
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import { panelCalls, type PanelDetail } from '@portal/contract/panel/calls'
import { panelKindWords, type PanelKind } from '@portal/contract/panel/panel'
import { useLive } from '../../../lib/live.ts'
import { say } from '../../../lib/tell.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { DetailPage, Facts } from '../../../ui/detail/detail-page.tsx'
import { History } from '../../../ui/detail/history.tsx'
import { ButtonLink, Card } from '../../../ui/light.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { PreciousCasesOf } from '../../purchase/shared/precious-cases.tsx'
import { usePanel, useRecallPanel } from '../panel.queries.ts'
import { needsWords, panelAddress, panelPages, panelTag, subjectAddress } from '../panel.words.ts'
import { ComposePanel } from './compose-panel.tsx'
import { Opinions } from './opinions.tsx'
import { PanelList } from './panel-list.tsx'
import { PanelSheet } from './panel-sheet.tsx'
import { SignPanel } from './sign-panel.tsx'

/** `id`: one panel, `view=print` on paper; without, the list of its kind. */
export function PanelScreen({ kind, title, intro }: { kind: PanelKind; title: string; intro?: ReactNode }) {
  const [search] = useSearchParams()
  const id = Number(search.get('id')) || 0
  if (!id) return <PanelList title={title} kind={kind} intro={intro} />
  return search.get('view') === 'print' ? <PrintedPanel id={id} /> : <Panel key={id} id={id} />
}

function PrintedPanel({ id }: { id: number }) {
  const query = usePanel({ params: { id } }, { staleTime: 0 })
  return query.data ? <PanelSheet panel={query.data} /> : <Waiting query={query} rows={10} height={20} />
}

function Panel({ id }: { id: number }) {
  const { pathname } = useLocation()
  const query = usePanel({ params: { id } }, { staleTime: 0 })
  useLive(['me'], [panelCalls.get])
  // Who comes from the inbox knows the panel, not its kind.
  if (query.data && panelPages[query.data.kind] !== pathname)
    return <Navigate to={panelAddress(query.data)} replace />
  return (
    <DetailPage
      query={query}
      name="专家论证"
      list={{ to: pathname, text: '返回列表' }}
      title={(p) => (
        <>
          {panelKindWords[p.kind]} <StateTag {...panelTag(p.state)} />
        </>
      )}
      extra={(p) => <Actions panel={p} />}
    >
      {(p) => (
        <>
          <PanelSummary panel={p} />
          {p.can.includes('change') ? <ComposePanel key={p.stateAt} panel={p} /> : <Opinions panel={p} />}
          {p.can.includes('sign') && <SignPanel panel={p} />}
          <Card title="办理记录">
            <History entries={p.history} />
          </Card>
        </>
      )}
    </DetailPage>
  )
}

/** What is asked, of whom, and what came of it. */
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
      {argued(p) && <PreciousCasesOf purchaseId={p.rowId} />}
    </>
  )
}
/** A precious instrument that is asked for says more of itself. */
const argued = (p: PanelDetail) => p.business === 'purchase' && p.kind === 'precious'

function Actions({ panel: p }: { panel: PanelDetail }) {
  const recall = useRecallPanel()
  const navigate = useNavigate()
  return (
    <>
      <ButtonLink to={panelAddress(p, 'print')}>打印</ButtonLink>
      {p.can.includes('recall') && (
        <ConfirmButton
          title="撤回论证重新组建？"
          text="已签署的意见将保留并标记为作废，专家需重新签署。"
          ok="撤回论证"
          cancel="继续论证"
          reason={{
            label: '撤回原因',
            required: true,
            picks: ['专家无法参加', '专家人选有误', '材料有补充'],
          }}
          onConfirm={async (reason) => {
            const fresh = await recall.run({ params: { id: p.id }, body: { reason } })
            say('success', '已撤回，请重新组建专家组')
            await navigate(panelAddress(fresh))
          }}
        >
          撤回论证
        </ConfirmButton>
      )}
    </>
  )
}
