import { OPINION } from '@portal/contract/kernel/fields'
import { useState } from 'react'
import { testOrderNumber, type TestOrderDetail } from '@portal/contract/test-order/test-order'
import { formatMinute, formatMoney } from '../../../lib/format.ts'
import { newKey } from '../../../lib/new-key.ts'
import { saidOrNull } from '../../../lib/opinion.ts'
import { deciding } from '../../../lib/verdicts.ts'
import { Button } from '../../../ui/light.tsx'
import { OpinionField } from '../../../ui/opinion-field.tsx'
import { Decision } from '../../../ui/process/decision.tsx'
import { useSaid, useTake } from '../../../ui/process/holding.ts'
import type { PartProps } from '../../../ui/process/process.ts'
import { auditTestOrders } from '../test-order.queries.ts'
import { returnPicks } from '../test-order.words.ts'

const audit = deciding(auditTestOrders, testOrderNumber)

type Yes = Extract<TestOrderDetail['can'][number], 'approve' | 'confirm' | 'agree'>
/**
 * The three kinds of approval: by the user of the instrument, by the payer of a corrected bill, by the
 * director.
 */
const answers: Record<Yes, { word: string; title: string; opinion: string }> = {
  confirm: { word: '确认', title: '确认测试单', opinion: '意见' },
  agree: { word: '同意更正后的费用', title: '确认测试单', opinion: '意见' },
  approve: { word: '通过', title: '审核测试单', opinion: OPINION },
}
const findYes = ({ can }: TestOrderDetail): Yes | undefined =>
  can.includes('confirm')
    ? 'confirm'
    : can.includes('agree')
      ? 'agree'
      : can.includes('approve')
        ? 'approve'
        : undefined

/** The director approves, the booker confirms, by one click; both may return it with a reason. */
export function AuditPanel({ row: t, onDone }: PartProps<TestOrderDetail>) {
  const take = useTake()
  const [opinion, setOpinion] = useState(useSaid())
  const [busy, setBusy] = useState(false)
  // As the keys of other steps (ui/process/decision.tsx): kept until an answer has come.
  const [key, setKey] = useState(newKey)
  const yes = findYes(t)
  const { word, title, opinion: label } = answers[yes ?? 'approve']
  const agree = async () => {
    setBusy(true)
    try {
      const send = async () => {
        const isTaken = await audit([t], 'approve', word, saidOrNull(opinion), key)
        setKey(newKey)
        return isTaken
      }
      if (await take({ label: word, reason: opinion, send })) onDone?.()
    } catch {
      // `send` has shown the failure.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Decision
      title={title}
      onDone={onDone}
      text={
        <>
          实际费用 <b>{formatMoney(t.totalFen)}</b>，
          {t.previousFen === null
            ? `预计 ${formatMoney(t.estimateFen)}`
            : `更正前 ${formatMoney(t.previousFen)}`}
          。{t.dueAt && yes === 'confirm' && `${formatMinute(t.dueAt)} 前未处理将自动确认。`}
        </>
      }
      first={
        yes && (
          <Button kind="primary" busy={busy} onClick={() => void agree()}>
            {word}
          </Button>
        )
      }
      steps={
        t.can.includes('return')
          ? {
              return: {
                tone: 'no',
                title: '退回这张测试单？',
                text: '测试单将退回设备审核员重新填写。',
                ok: '退回',
                reason: { label: '退回原因', required: true, picks: returnPicks },
                take: (reason, key) => audit([t], 'return', '退回', reason, key),
              },
            }
          : {}
      }
    >
      <OpinionField label={label} value={opinion} onChange={setOpinion} />
    </Decision>
  )
}
