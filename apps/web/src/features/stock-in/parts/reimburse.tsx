import { Input } from 'antd'
import { useId, useState } from 'react'
import { sharesWords } from '@portal/contract/purchase/sources'
import { stockInNumber, type StockInDetail } from '@portal/contract/stock-in/stock-in'
import { formatMoney } from '../../../lib/format.ts'
import { opinionAsked, saidOrNull } from '../../../lib/opinion.ts'
import { deciding } from '../../../lib/verdicts.ts'
import { DayInput } from '../../../ui/form/dates.tsx'
import { Decision } from '../../../ui/process/decision.tsx'
import type { PartProps } from '../../../ui/process/process.ts'
import { listCardShares } from '../form.rules.ts'
import { auditStockIns } from '../stock-in.queries.ts'
import { sendBackPicks, wordSentBack } from '../stock-in.words.ts'
import './reimburse.css'

const audit = deciding(auditStockIns, stockInNumber)

/** Finance confirms, with the voucher if there is one already. */
export function Reimburse({ row: s, onDone }: PartProps<StockInDetail>) {
  const [voucherNumber, setVoucherNumber] = useState('')
  const [paidOn, setPaidOn] = useState<string | null>(null)
  const id = useId()
  const filled = voucherNumber.trim() !== '' || paidOn !== null
  const text =
    s.payment === 'card'
      ? `将扣除 ${sharesWords(listCardShares(s))}，确认后不能退回。`
      : '确认已按发票办理报销，确认后不能退回。'
  return (
    <Decision
      title="报销确认"
      text={text}
      onDone={onDone}
      steps={{
        confirm: {
          label: '确认报销',
          tone: 'yes',
          title: '确认报销？',
          text,
          ok: `确认报销 ${formatMoney(s.totalFen)}`,
          reason: opinionAsked,
          filled,
          take: (said, key) =>
            audit([s], 'approve', '确认报销', saidOrNull(said), key, { voucherNumber, paidOn }),
        },
        send_back: {
          tone: 'no',
          title: '退回这张入库单？',
          text: wordSentBack([s]),
          ok: '退回',
          reason: { label: '退回原因', required: true, picks: sendBackPicks },
          filled,
          take: (reason, key) => audit([s], 'send_back', '退回', reason, key),
        },
      }}
    >
      <div className="voucher-fields">
        <label htmlFor={`${id}v`}>凭证号</label>
        <Input
          id={`${id}v`}
          maxLength={50}
          value={voucherNumber}
          onChange={(e) => setVoucherNumber(e.target.value)}
          placeholder="可稍后登记"
        />
        <label htmlFor={`${id}d`}>付款日期</label>
        <DayInput id={`${id}d`} value={paidOn} onChange={setPaidOn} />
      </div>
    </Decision>
  )
}
