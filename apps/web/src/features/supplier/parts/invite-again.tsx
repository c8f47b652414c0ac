import { useState } from 'react'
import type { SupplierDetail } from '@portal/contract/supplier/supplier'
import { Button } from '../../../ui/light.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { InviteAgainForm } from './invite-form.tsx'

/** Repeats an invitation that has expired or was lost. */
export function InviteAgain({ supplier: s }: { supplier: SupplierDetail }) {
  const [inviting, setInviting] = useState(false)
  return (
    <>
      <Button onClick={() => setInviting(true)}>重新发送邀请</Button>
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
