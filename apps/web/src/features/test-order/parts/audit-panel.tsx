import { OPINION } from '@portal/contract/kernel/fields'
import { useState } from 'react'
import type { TestOrderDetail } from '@portal/contract/test-order/test-order'
import { formatMinute, formatMoney } from '../../../lib/format.ts'
import { saidOrNull } from '../../../lib/opinion.ts'
import { deciding } from '../../../lib/verdicts.ts'
import { testOrderNumber } from '@portal/contract/test-order/test-order'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { Button, Card } from '../../../ui/light.tsx'
import { useAuditTestOrders } from '../test-order.queries.ts'
import { OpinionField } from '../../../ui/opinion-field.tsx'
import { returnPicks } from '../test-order.words.ts'

/** The director judges, the booker confirms; either may send it back with a reason. */
export function AuditPanel({ order: t, onDone }: { order: TestOrderDetail; onDone?: () => void }) {
  const audit = useAuditTestOrders()
  const [opinion, setOpinion] = useState('')
  const word = t.can.includes('confirm') ? '确认' : t.can.includes('agree') ? '同意更正后的费用' : '通过'
  const decide = async (verdict: 'approve' | 'return', said: string, reason: string | null) => {
    if (await deciding(audit, testOrderNumber)([t], verdict, said, reason)) onDone?.()
  }
  return (
    <Card title={word === '通过' ? '审核测试单' : '确认测试单'} className="decide">
      <p>
        实际费用 <b>{formatMoney(t.totalFen)}</b>，
        {t.previousFen === null
          ? `预计 ${formatMoney(t.estimateFen)}`
          : `更正前 ${formatMoney(t.previousFen)}`}
        。{t.dueAt && word === '确认' && `${formatMinute(t.dueAt)} 前未处理将自动确认。`}
      </p>
      <OpinionField label={word === '通过' ? OPINION : '意见'} value={opinion} onChange={setOpinion} />
      <div className="page-extra no-print">
        {(t.can.includes('approve') || t.can.includes('confirm') || t.can.includes('agree')) && (
          <Button
            kind="primary"
            busy={audit.busy}
            onClick={() => void decide('approve', word, saidOrNull(opinion)).catch(() => undefined)}
          >
            {word}
          </Button>
        )}
        {t.can.includes('return') && (
          <ConfirmButton
            title="退回这张测试单？"
            text="测试单将退回设备审核员重新填写。"
            ok="退回"
            reason={{ label: '退回原因', required: true, picks: returnPicks }}
            onConfirm={(reason) => decide('return', '退回', reason)}
          >
            退回
          </ConfirmButton>
        )}
      </div>
    </Card>
  )
}
