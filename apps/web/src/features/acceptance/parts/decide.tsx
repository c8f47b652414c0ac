import { acceptanceNumber, type AcceptanceDetail } from '@portal/contract/acceptance/acceptance'
import { opinionAsked, saidOrNull } from '../../../lib/opinion.ts'
import { say } from '../../../lib/tell.ts'
import { deciding } from '../../../lib/verdicts.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { Card } from '../../../ui/light.tsx'
import { useAuditAcceptances, useSignAcceptance } from '../acceptance.queries.ts'
import { objectPicks, sendBackPicks } from '../acceptance.words.ts'

/** Signing with the others, or the office's audit; nothing for whom neither awaits. */
export function Decide({ acceptance: a, onDone }: { acceptance: AcceptanceDetail; onDone?: () => void }) {
  if (a.can.includes('sign')) return <Sign acceptance={a} {...(onDone && { onDone })} />
  return a.can.includes('approve') ? <Audit acceptance={a} {...(onDone && { onDone })} /> : null
}

interface Props {
  acceptance: AcceptanceDetail
  onDone?: () => void
}
function Sign({ acceptance: a, onDone }: Props) {
  const sign = useSignAcceptance()
  const signed = async (verdict: 'agree' | 'disagree', opinion: string | null) => {
    await sign.run({ params: { id: a.id }, body: { verdict, opinion } })
    say('success', verdict === 'agree' ? '会签完成' : '已退回验收人')
    onDone?.()
  }
  return (
    <Card title="会签" className="decide">
      <p>{a.receiver.name} 请您会签本次验收，全部会签后由设备处审核。</p>
      <div className="page-extra no-print">
        <ConfirmButton
          kind="primary"
          danger={false}
          title="同意验收结论？"
          text="会签后不能撤回。"
          ok="会签同意"
          reason={{ ...opinionAsked, label: '会签意见' }}
          onConfirm={(said) => signed('agree', saidOrNull(said))}
        >
          会签同意
        </ConfirmButton>
        <ConfirmButton
          title="不同意验收结论？"
          text="验收单退回验收人修改，需重新会签。"
          ok="不同意，退回"
          reason={{ label: '不同意的原因', required: true, picks: objectPicks, maxLength: 500 }}
          onConfirm={(opinion) => signed('disagree', opinion)}
        >
          不同意
        </ConfirmButton>
      </div>
    </Card>
  )
}

function Audit({ acceptance: a, onDone }: Props) {
  const audit = deciding(useAuditAcceptances(), acceptanceNumber)
  const refused = a.pieces.filter((p) => p.verdict === 'refuse').length
  const approve = async (said: string) => {
    if (await audit([a], 'approve', '通过', saidOrNull(said))) onDone?.()
  }
  const text = `接收 ${a.pieces.length - refused} 台转入库${refused ? `，退回供应商 ${refused} 台` : ''}。`
  return (
    <Card title="审核" className="decide">
      <p>{text}</p>
      <div className="page-extra no-print">
        <ConfirmButton
          kind="primary"
          danger={false}
          title="通过这次验收？"
          text={text}
          ok="审核通过"
          reason={opinionAsked}
          onConfirm={approve}
        >
          审核通过
        </ConfirmButton>
        <SendBack acceptance={a} {...(onDone && { onDone })} />
      </div>
    </Card>
  )
}

/** While it is audited, or others still sign. */
export function SendBack({ acceptance: a, onDone }: Props) {
  const audit = deciding(useAuditAcceptances(), acceptanceNumber)
  const sendBack = async (reason: string) => {
    if (await audit([a], 'send_back', '退回', reason)) onDone?.()
  }
  return (
    <ConfirmButton
      title="退回这次验收？"
      text="验收人修改后需重新提交，会签人员需重新会签。"
      ok="退回"
      reason={{ label: '退回原因', required: true, picks: sendBackPicks }}
      onConfirm={sendBack}
    >
      退回
    </ConfirmButton>
  )
}
