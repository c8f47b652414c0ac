import { repairNumber } from '@portal/contract/asset/parts'
import type { assetCalls } from '@portal/contract/asset/calls'
import type { RepairOrderRow } from '@portal/contract/asset/repair'
import { makePartKey, pickSeen, sayVerdicts, sendInParts } from '../../../lib/verdicts.ts'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { PartsUnderway } from '../../../ui/list/parts-underway.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { useAssignMany } from '../asset.queries.ts'
import { AssignFields, makeAssignment, type AssignValues } from './assign-fields.tsx'

interface Ends {
  /** `done`: the orders were assigned. */
  onEnd: (done: boolean) => void
}
/** Assigns several repairs to one person. */
export const AssignMany = ({ orders, onEnd }: { orders: readonly RepairOrderRow[] | null } & Ends) => (
  <Modal
    open={orders !== null}
    title="批量派单"
    footer={null}
    onCancel={() => onEnd(false)}
    destroyOnHidden
    width={720}
  >
    {orders && <Form orders={orders} onEnd={onEnd} />}
  </Modal>
)

function Form({ orders, onEnd }: { orders: readonly RepairOrderRow[] } & Ends) {
  const assign = useAssignMany()
  const run: typeof assign.run = async ({ body, idempotencyKey, ...args }) => {
    const answers = await sendInParts(
      orders,
      (part, nth) =>
        assign.run({
          ...args,
          body: body && { ...body, items: part.map(pickSeen) },
          idempotencyKey: makePartKey(idempotencyKey, nth),
        }),
      (some, unanswered) => sayVerdicts(some.flat(), '派单', repairNumber, unanswered),
    )
    return answers.flat()
  }
  const form = useSubmit<typeof assetCalls.assignMany, AssignValues>(
    { ...assign, run },
    {
      initial: { assigneeId: null, bookings: 'warn' },
      args: (values) => ({
        body: { ...makeAssignment(values), items: orders.map(pickSeen) },
      }),
      after: (verdicts) => {
        sayVerdicts(verdicts, '派单', repairNumber)
        onEnd(true)
      },
    },
  )
  return (
    <FormPage
      form={form}
      submit={`派单 ${orders.length} 张并停用仪器`}
      intro={
        <>
          <p className="muted">每张单独处理，处理不了的会逐一说明。</p>
          <PartsUnderway />
        </>
      }
      columns={2}
      onCancel={() => onEnd(false)}
    >
      <AssignFields known={null} />
    </FormPage>
  )
}
