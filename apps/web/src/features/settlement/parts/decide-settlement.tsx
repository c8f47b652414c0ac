import { useState } from 'react'
import { settlementNumber, type SettlementDetail } from '@portal/contract/settlement/settlement'
import { formatMoney } from '../../../lib/format.ts'
import { newKey } from '../../../lib/new-key.ts'
import { opinionAsked, saidOrNull } from '../../../lib/opinion.ts'
import { deciding } from '../../../lib/verdicts.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { Card } from '../../../ui/light.tsx'
import { useAuditSettlements } from '../settlement.queries.ts'
import { approvalWord, refusalPicks, sendBackPicks } from '../settlement.words.ts'

const explain: Record<string, string> = {
  同意使用经费卡: '同意后由财务扣款，金额保持冻结。',
  扣款: '将从经费卡扣除冻结的金额，扣款后只能通过冲正更正。',
  确认到账: '确认款项已到账，确认后只能通过冲正更正。',
  同意冲正: '已扣金额将退回经费卡，测试单重新待结算。',
}

/** The owner of a card agrees, finance deducts or confirms: the button says which. */
export function DecideSettlement({
  settlement: s,
  onDone,
}: {
  settlement: SettlementDetail
  onDone?: () => void
}) {
  const audit = deciding(useAuditSettlements(), settlementNumber)
  // One key for one look at the settlement: a second click is the same click.
  const [key] = useState(newKey)
  const word = approvalWord(s)
  const decide = async (verdict: 'approve' | 'refuse' | 'send_back', said: string, reason: string | null) => {
    if (await audit([s], verdict, said, reason, `${key}-${verdict}`)) onDone?.()
  }
  const refusing = s.state === 'awaiting_reversal' ? '驳回冲正' : '驳回'
  return (
    <Card title="审批" className="decide">
      <p>
        {s.state === 'awaiting_reversal' && s.way === 'offline'
          ? '同意后须将汇款退回付款人并登记退款，测试单才能重新结算。'
          : explain[word]}
        金额 <b>{formatMoney(s.totalFen)}</b>。
      </p>
      <div className="page-extra no-print">
        {s.can.includes('approve') && (
          <ConfirmButton
            kind="primary"
            danger={false}
            title={`${word}？`}
            text={
              s.state === 'awaiting_reversal' && s.way === 'offline'
                ? '同意后须将汇款退回付款人并登记退款，测试单才能重新结算。'
                : (explain[word] ?? '')
            }
            ok={`${word} ${formatMoney(s.totalFen)}`}
            reason={opinionAsked}
            onConfirm={(said) => decide('approve', word, saidOrNull(said))}
          >
            {word}
          </ConfirmButton>
        )}
        {s.can.includes('send_back') && (
          <ConfirmButton
            title="退回汇款信息？"
            text={`应付 ${formatMoney(s.totalFen)}。到账金额不符时，请在原因中写明实际到账金额；付款人需补足后重新登记汇款。`}
            ok="退回汇款信息"
            reason={{ label: '退回原因', required: true, picks: sendBackPicks(s.totalFen) }}
            onConfirm={(reason) => decide('send_back', '退回', reason)}
          >
            退回汇款信息
          </ConfirmButton>
        )}
        {s.can.includes('refuse') && (
          <ConfirmButton
            title={`${refusing}？`}
            text="冻结的经费将解冻，测试单可重新结算。"
            ok={refusing}
            reason={{ label: '驳回原因', required: true, picks: refusalPicks }}
            onConfirm={(reason) => decide('refuse', '驳回', reason)}
          >
            {refusing}
          </ConfirmButton>
        )}
      </div>
    </Card>
  )
}
