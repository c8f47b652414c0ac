import type { InstanceDetail } from '@portal/contract/workflow/workflow'
import { to } from '../../../lib/paths.ts'
import { saidOrNull } from '../../../lib/opinion.ts'
import { say } from '../../../lib/tell.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { ButtonLink } from '../../../ui/light.tsx'
import { useUrge, useWithdraw } from '../workflow.queries.ts'

/** The actions on the whole instance, beside its heading. */
export function InstanceButtons({ instance: { id, can, workflow } }: { instance: InstanceDetail }) {
  const [urge, withdraw] = [useUrge(), useWithdraw()]
  return (
    <>
      <ButtonLink icon="print" to={to('/bpm/instance', { id, print: 1 })}>
        打印
      </ButtonLink>
      {can.includes('urge') && (
        <ConfirmButton
          danger={false}
          kind="plain"
          title="催办该流程？"
          text="当前办理人会收到消息和邮件。一小时内只能催办一次。"
          ok="催办"
          reason={{ label: '留言', maxLength: 500 }}
          onConfirm={async (text) => {
            await urge.run({ params: { id }, body: { opinion: saidOrNull(text) } })
            say('success', '已催办')
          }}
        >
          催办
        </ConfirmButton>
      )}
      {can.includes('withdraw') && (
        <ConfirmButton
          title={`撤回“${workflow.name}”？`}
          text="撤回后流程结束，不能恢复；需要时可重新发起。"
          ok="撤回"
          reason={{ label: '撤回原因', maxLength: 500 }}
          onConfirm={async (text) => {
            await withdraw.run({ params: { id }, body: { opinion: saidOrNull(text) } })
            say('success', '已撤回')
          }}
        >
          撤回
        </ConfirmButton>
      )}
    </>
  )
}
