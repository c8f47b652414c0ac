import { useNavigate } from 'react-router'
import type { PanelDetail } from '@portal/contract/panel/calls'
import { say } from '../../../lib/tell.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { useRecallPanel } from '../panel.queries.ts'
import { panelAddress } from '../panel.words.ts'

/** Recalls the panel; a new one is composed in its place. */
export function RecallPanel({ panel: p }: { panel: PanelDetail }) {
  const recall = useRecallPanel()
  const navigate = useNavigate()
  return (
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
  )
}
