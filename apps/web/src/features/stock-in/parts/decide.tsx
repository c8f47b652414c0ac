import { Input } from 'antd'
import { useId, useState } from 'react'
import { sharesWords } from '@portal/contract/purchase/sources'
import { stockInNumber, type StockInDetail } from '@portal/contract/stock-in/stock-in'
import { formatMoney } from '../../../lib/format.ts'
import { newKey } from '../../../lib/new-key.ts'
import { opinionAsked, saidOrNull } from '../../../lib/opinion.ts'
import { deciding, sayVerdicts } from '../../../lib/verdicts.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { DayInput } from '../../../ui/form/dates.tsx'
import { Card } from '../../../ui/light.tsx'
import { cardShares } from '../form.rules.ts'
import { useAuditStockIns, useStoreStockIns } from '../stock-in.queries.ts'
import { sendBackPicks } from '../stock-in.words.ts'
import './decide.css'

interface Props {
  order: StockInDetail
  onDone?: () => void
}
/** Finance confirms, or the office stores; nothing for whom neither awaits. */
export function Decide({ order: s, onDone }: Props) {
  if (s.can.includes('confirm')) return <Reimburse order={s} {...(onDone && { onDone })} />
  return s.can.includes('store') ? <Store order={s} {...(onDone && { onDone })} /> : null
}

function Reimburse({ order: s, onDone }: Props) {
  const audit = deciding(useAuditStockIns(), stockInNumber)
  // One key for one look at it: a second click is the same click.
  const [key] = useState(newKey)
  const [voucher, setVoucher] = useState('')
  const [paidOn, setPaidOn] = useState<string | null>(null)
  const id = useId()
  const decide = async (verdict: 'approve' | 'send_back', word: string, reason: string | null) => {
    const more = verdict === 'approve' ? { voucherNumber: voucher, paidOn } : {}
    if (await audit([s], verdict, word, reason, `${key}-${verdict}`, more)) onDone?.()
  }
  const text =
    s.payment === 'card'
      ? `将扣除 ${sharesWords(cardShares(s))}，确认后不能退回。`
      : '确认已按发票办理报销，确认后不能退回。'
  return (
    <Card title="报销确认" className="decide">
      <p>{text}</p>
      <div className="voucher-fields">
        <label htmlFor={`${id}v`}>凭证号</label>
        <Input
          id={`${id}v`}
          maxLength={50}
          value={voucher}
          onChange={(e) => setVoucher(e.target.value)}
          placeholder="可稍后登记"
        />
        <label htmlFor={`${id}d`}>付款日期</label>
        <DayInput id={`${id}d`} value={paidOn} onChange={setPaidOn} />
      </div>
      <div className="page-extra no-print">
        <ConfirmButton
          kind="primary"
          danger={false}
          title="确认报销？"
          text={text}
          ok={`确认报销 ${formatMoney(s.totalFen)}`}
          reason={opinionAsked}
          onConfirm={(said) => decide('approve', '确认报销', saidOrNull(said))}
        >
          确认报销
        </ConfirmButton>
        <ConfirmButton
          title="退回这张入库单？"
          text="冻结的经费将解冻，申购人修改后需重新提交。"
          ok="退回"
          reason={{ label: '退回原因', required: true, picks: sendBackPicks }}
          onConfirm={(reason) => decide('send_back', '退回', reason)}
        >
          退回
        </ConfirmButton>
      </div>
    </Card>
  )
}

function Store({ order: s, onDone }: Props) {
  const store = useStoreStockIns()
  const [key] = useState(newKey)
  const go = async (said: string) => {
    const verdicts = await store.run({
      body: { items: [{ id: s.id, state: s.state }], reason: saidOrNull(said) },
      idempotencyKey: key,
    })
    sayVerdicts(verdicts, '入库', stockInNumber)
    if (verdicts.every((v) => v.ok)) onDone?.()
  }
  const text = `${s.pieces.length} 台设备生成资产编号并建立仪器档案，不能撤回。`
  return (
    <Card title="正式入库" className="decide">
      <p>{text}</p>
      <div className="page-extra no-print">
        <ConfirmButton
          kind="primary"
          danger={false}
          title="正式入库？"
          text={text}
          ok={`正式入库 ${s.pieces.length} 台`}
          reason={opinionAsked}
          onConfirm={go}
        >
          正式入库
        </ConfirmButton>
      </div>
    </Card>
  )
}
