import { Modal } from 'antd'
import { useState } from 'react'
import type { SupplierDetail } from '@portal/contract/supplier/supplier'
import { say } from '../../../lib/tell.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { Button } from '../../../ui/light.tsx'
import { useResume, useSuspend } from '../supplier.queries.ts'
import { suspendPicks } from '../supplier.words.ts'
import { InviteAgainForm } from './invite-form.tsx'

/** What the offices may do with a company beside its audit. */
export function SupplierActions({ supplier: s }: { supplier: SupplierDetail }) {
  const [inviting, setInviting] = useState(false)
  const [suspend, resume] = [useSuspend(), useResume()]
  const params = { id: s.id }
  return (
    <>
      {s.can.includes('invite') && <Button onClick={() => setInviting(true)}>重新发送邀请</Button>}
      {s.can.includes('suspend') && (
        <ConfirmButton
          title={`停用 ${s.name}？`}
          text="停用后不能参加报价、投标和签订新合同，已签合同照常供货。"
          ok="停用供应商"
          reason={{ label: '停用原因', required: true, picks: suspendPicks }}
          onConfirm={(reason) =>
            suspend.run({ params, body: { reason } }).then(() => say('success', '供应商已停用'))
          }
        >
          停用
        </ConfirmButton>
      )}
      {s.can.includes('resume') && (
        <ConfirmButton
          danger={false}
          title={`恢复 ${s.name}？`}
          text="恢复后回到待审核，审核通过后才能参加采购。"
          ok="恢复供应商"
          onConfirm={() => resume.run({ params }).then(() => say('success', '已恢复，等待审核'))}
        >
          恢复
        </ConfirmButton>
      )}
      <Modal
        open={inviting}
        title="重新发送邀请"
        footer={null}
        onCancel={() => setInviting(false)}
        destroyOnHidden
      >
        <InviteAgainForm supplier={s} onDone={() => setInviting(false)} />
      </Modal>
    </>
  )
}
