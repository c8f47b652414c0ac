import { useState } from 'react'
import { purchaseNumber } from '@portal/contract/purchase/purchase'
import type { PurchaseDetail } from '@portal/contract/purchase/rows'
import { formatMoney } from '../../../lib/format.ts'
import { newKey } from '../../../lib/new-key.ts'
import { opinionAsked, saidOrNull } from '../../../lib/opinion.ts'
import { deciding } from '../../../lib/verdicts.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { Card } from '../../../ui/light.tsx'
import { useDecidePurchases } from '../purchase.queries.ts'
import { refusalPicks, returnPicks } from '../purchase.words.ts'

/** The head of the college, then the equipment office. */
export function DecidePurchase({ purchase: p, onDone }: { purchase: PurchaseDetail; onDone?: () => void }) {
  const decision = deciding(useDecidePurchases(), purchaseNumber)
  // One key for one look at the purchase: a second click is the same click.
  const [key] = useState(newKey)
  const decide = async (verdict: 'approve' | 'refuse' | 'send_back', said: string, reason: string | null) => {
    if (await decision([p], verdict, said, reason, `${key}-${verdict}`)) onDone?.()
  }
  const next = p.state === 'awaiting_equip_office' ? '通过后进入采购。' : '通过后进入下一审批环节。'
  return (
    <Card title="审批" className="decide">
      <p>
        预算 <b>{formatMoney(p.budgetFen)}</b>。{p.can.includes('approve') && next}
      </p>
      <div className="page-extra no-print">
        {p.can.includes('approve') && (
          <ConfirmButton
            kind="primary"
            danger={false}
            title="通过这张申购？"
            text={next}
            ok={`通过，预算 ${formatMoney(p.budgetFen)}`}
            reason={opinionAsked}
            onConfirm={(said) => decide('approve', '通过', saidOrNull(said))}
          >
            通过
          </ConfirmButton>
        )}
        {p.can.includes('send_back') && (
          <ConfirmButton
            title="退回修改？"
            text="申购人修改后可重新提交，已签署的论证意见作废。"
            ok="退回修改"
            reason={{ label: '退回原因', required: true, picks: returnPicks }}
            onConfirm={(reason) => decide('send_back', '退回', reason)}
          >
            退回修改
          </ConfirmButton>
        )}
        {p.can.includes('refuse') && (
          <ConfirmButton
            title="驳回这张申购？"
            text="驳回后不能再修改，需重新填报。"
            ok="驳回"
            reason={{ label: '驳回原因', required: true, picks: refusalPicks }}
            onConfirm={(reason) => decide('refuse', '驳回', reason)}
          >
            驳回
          </ConfirmButton>
        )}
      </div>
    </Card>
  )
}
export const isDecidable = (p: PurchaseDetail): boolean =>
  p.can.some((word) => word === 'approve' || word === 'send_back' || word === 'refuse')
