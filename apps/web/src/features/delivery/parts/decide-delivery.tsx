import { Checkbox, Input } from 'antd'
import { useState } from 'react'
import { deliveryNumber, type DeliveryDetail } from '@portal/contract/delivery/delivery'
import { opinionAsked, saidOrNull } from '../../../lib/opinion.ts'
import { deciding } from '../../../lib/verdicts.ts'
import { Decision } from '../../../ui/process/decision.tsx'
import type { PartProps } from '../../../ui/process/process.ts'
import { auditDeliveries } from '../delivery.queries.ts'
import { returnPicks } from '../delivery.words.ts'
import './delivery.css'

const audit = deciding(auditDeliveries, deliveryNumber)

/**
 * The tendering office compares with the contract: it accepts everything, or returns all or certain pieces.
 */
export function DecideDelivery({ row: d, onDone }: PartProps<DeliveryDetail>) {
  const [wrong, setWrong] = useState<ReadonlyMap<number, string>>(new Map())
  const entered = d.pieces.filter((p) => p.state === 'entered')
  const set = (pieceId: number, reason: string | undefined) => {
    const next = new Map(wrong)
    if (reason === undefined) next.delete(pieceId)
    else next.set(pieceId, reason)
    setWrong(next)
  }
  const listWrong = (reason: string) =>
    [...wrong].map(([pieceId, why]) => ({ pieceId, reason: why.trim() || reason }))
  return (
    <Decision
      title="核对"
      onDone={onDone}
      steps={{
        approve: {
          tone: 'yes',
          disabled: wrong.size > 0,
          title: `${d.number} 核对通过？`,
          text: '通过后转入验收，申购人会收到通知。意见供应商可见。',
          ok: '核对通过',
          reason: opinionAsked,
          take: (said, key) => audit([d], 'approve', '通过', saidOrNull(said), key),
        },
        send_back: {
          tone: 'no',
          title: wrong.size ? `退回 ${wrong.size} 台重新填写？` : '整单退回修改？',
          text: '供应商会收到退回原因，修改后重新提交。',
          ok: wrong.size ? `退回 ${wrong.size} 台` : '退回修改',
          // A piece takes less text than the delivery.
          reason: {
            label: '退回原因',
            required: true,
            picks: returnPicks,
            maxLength: wrong.size ? 200 : 500,
          },
          filled: wrong.size > 0,
          take: (reason, key) => audit([d], 'send_back', '退回', reason, key, { pieces: listWrong(reason) }),
        },
      }}
    >
      <fieldset className="wrong-pieces">
        <legend>与合同不符的设备（不勾选则整单退回修改）</legend>
        {entered.map((p) => (
          <div key={p.id}>
            <Checkbox
              checked={wrong.has(p.id)}
              onChange={(e) => set(p.id, e.target.checked ? '' : undefined)}
            >
              {p.name} 第 {p.number} 台（{p.factoryNumber}）
            </Checkbox>
            {wrong.has(p.id) && (
              <Input
                aria-label={`${p.name} 第 ${p.number} 台的退回原因`}
                placeholder="退回原因，不填则用整单原因"
                maxLength={200}
                value={wrong.get(p.id) ?? ''}
                onChange={(e) => set(p.id, e.target.value)}
              />
            )}
          </div>
        ))}
      </fieldset>
    </Decision>
  )
}
