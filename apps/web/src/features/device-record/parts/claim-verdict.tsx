import { useState } from 'react'
import {
  claimStateWords,
  type AchievementRow,
  type ClaimState,
} from '@portal/contract/device-record/device-record'
import { say } from '../../../lib/tell.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { Button } from '../../../ui/light.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { judgeResult } from '../device-record.queries.ts'
import { claimTones } from '../record.words.ts'
import './results.css'

interface Props {
  result: Pick<AchievementRow, 'id' | 'title' | 'owner'>
  deviceId: number
  claim: Pick<AchievementRow, 'state' | 'thanked' | 'reason'>
  mayJudge: boolean
}

/**
 * The state of one instrument's part in a result, and its keeper's verdict, which the keeper may change: a
 * result that was confirmed by mistake counts in the yearly figures.
 */
export const ClaimVerdict = ({ result, deviceId, claim: c, mayJudge }: Props) => (
  <>
    <StateTag tone={claimTones[c.state]} text={claimStateWords[c.state]} />
    {c.thanked && <span className="muted">已致谢</span>}
    {c.reason && <span className="muted">{c.reason}</span>}
    {mayJudge && <Verdicts result={result} deviceId={deviceId} state={c.state} />}
  </>
)

function Verdicts({ result, deviceId, state }: Pick<Props, 'result' | 'deviceId'> & { state: ClaimState }) {
  const [busy, setBusy] = useState(false)
  const isConfirmed = state === 'confirmed'
  const refusal = isConfirmed ? '取消确认' : '不予确认'
  const follows = [isConfirmed && '该成果不再计入统计。', result.owner && '登记人会收到原因。']
  const judge = async (verdict: 'confirm' | 'refuse', reason: string | null, done: string) => {
    await judgeResult.run({ params: { id: result.id }, body: { deviceId, state, verdict, reason } })
    say('success', done)
  }
  const confirm = async () => {
    setBusy(true)
    try {
      await judge('confirm', null, '已确认')
    } catch {
      // `send` has shown the failure.
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {!isConfirmed && (
        <Button size="small" busy={busy} onClick={() => void confirm()}>
          确认
        </Button>
      )}
      {state !== 'refused' && (
        <ConfirmButton
          size="small"
          title={`${refusal}“${result.title}”？`}
          text={follows.filter(Boolean).join('')}
          ok={refusal}
          reason={{ label: '原因', required: true, maxLength: 500 }}
          onConfirm={(reason) => judge('refuse', reason, isConfirmed ? '已取消确认' : '已退回登记人')}
        >
          {refusal}
        </ConfirmButton>
      )}
    </>
  )
}
