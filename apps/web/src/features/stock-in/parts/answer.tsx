import { sharesWords } from '@portal/contract/purchase/sources'
import { stockInNumber, type StockInDetail } from '@portal/contract/stock-in/stock-in'
import { formatMoney } from '../../../lib/format.ts'
import { opinionAsked, saidOrNull } from '../../../lib/opinion.ts'
import { deciding } from '../../../lib/verdicts.ts'
import { Decision } from '../../../ui/process/decision.tsx'
import type { PartProps } from '../../../ui/process/process.ts'
import { listCardShares } from '../form.rules.ts'
import { auditStockIns } from '../stock-in.queries.ts'
import { ownerPicks } from '../stock-in.words.ts'
import { Reimburse } from './reimburse.tsx'

const audit = deciding(auditStockIns, stockInNumber)

/** First the card owner answers, then finance. */
export const Answer = (props: PartProps<StockInDetail>) =>
  props.row.state === 'awaiting_card_owner' ? <CardOwner {...props} /> : <Reimburse {...props} />

function CardOwner({ row: s, onDone }: PartProps<StockInDetail>) {
  const text = `${s.requester.name} 申请支出：${sharesWords(listCardShares(s))}。同意后由财务确认扣款。`
  return (
    <Decision
      title="同意经费卡支出"
      text={text}
      onDone={onDone}
      steps={{
        agree: {
          label: '同意支出',
          tone: 'yes',
          title: '同意支出？',
          text,
          ok: `同意支出 ${formatMoney(listCardShares(s).reduce((sum, x) => sum + x.amountFen, 0))}`,
          reason: opinionAsked,
          take: (said, key) => audit([s], 'approve', '同意', saidOrNull(said), key),
        },
        send_back: {
          tone: 'no',
          title: '退回这张入库单？',
          text: '冻结的经费将解冻，申购人可换用其他支付方式后重新提交。',
          ok: '退回',
          reason: { label: '退回原因', required: true, picks: ownerPicks },
          take: (reason, key) => audit([s], 'send_back', '退回', reason, key),
        },
      }}
    />
  )
}
