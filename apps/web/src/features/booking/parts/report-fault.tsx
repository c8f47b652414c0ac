import { Input } from 'antd'
import type { bookingCalls } from '@portal/contract/booking/calls'
import type { BookingDetail } from '@portal/contract/booking/row'
import type { FillableForm } from '@portal/contract/form/form'
import { useState } from 'react'
import { newKey } from '../../../lib/new-key.ts'
import { say } from '../../../lib/tell.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Button } from '../../../ui/light.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { AskedField } from '../../form/shared/asked-field.tsx'
import { givenTo, type AskedValues } from '../../form/shared/asked.rules.ts'
import { RenewAsked } from '../../form/shared/renew-asked.tsx'
import { useAsked } from '../../form/shared/use-asked.ts'
import { useReportFault } from '../booking.queries.ts'

const WORDS = {
  title: '报告故障并结束这次使用？',
  text: '使用到此刻为止，费用按实际分钟计，不计开机费与最低计费；设备审核员会收到通知。',
  ok: '报告故障并结束',
  done: '已报告故障，使用已结束',
}

/** Reports a failure of the instrument: the reason, and the fields that the instrument asks for. */
export function ReportFault({ booking: b }: { booking: BookingDetail }) {
  const query = useAsked({ query: { deviceId: b.device.id, occasion: 'fault' } })
  const [open, setOpen] = useState(false)
  // The dialog depends on the answer: if the form is required, the short dialog would be refused.
  if (query.isPending)
    return (
      <Button kind="danger" busy>
        报告故障并结束
      </Button>
    )
  const asked = query.data?.form
  if (!asked) return <ReasonOnly bookingId={b.id} />
  return (
    <>
      <Button kind="danger" onClick={() => setOpen(true)}>
        报告故障并结束
      </Button>
      <Modal
        open={open}
        title={WORDS.title}
        footer={null}
        width={720}
        destroyOnHidden
        onCancel={() => setOpen(false)}
      >
        <FaultForm bookingId={b.id} asked={asked} onDone={() => setOpen(false)} />
      </Modal>
    </>
  )
}

function ReasonOnly({ bookingId }: { bookingId: number }) {
  const fault = useReportFault()
  const [attempt] = useState(newKey)
  return (
    <ConfirmButton
      {...WORDS}
      reason={{
        label: '故障情况',
        required: true,
        picks: ['仪器报警', '仪器无响应', '样品台或附件损坏'],
      }}
      onConfirm={(reason) =>
        fault
          .run({ params: { id: bookingId }, body: { reason }, idempotencyKey: `${attempt}-fault` })
          .then(() => say('success', WORDS.done))
      }
    >
      报告故障并结束
    </ConfirmButton>
  )
}

interface Values extends AskedValues {
  reason: string
}
function FaultForm(props: { bookingId: number; asked: FillableForm; onDone: () => void }) {
  const { bookingId, asked, onDone } = props
  const form = useSubmit<typeof bookingCalls.fault, Values>(useReportFault(), {
    initial: { reason: '', answers: null },
    args: ({ reason, ...v }) => ({
      params: { id: bookingId },
      body: { reason, answers: givenTo(asked, v) },
    }),
    done: WORDS.done,
    after: onDone,
  })
  return (
    <FormPage
      form={form}
      submit={WORDS.ok}
      intro={<p>{WORDS.text}</p>}
      onCancel={onDone}
      help={(failure) => <RenewAsked failure={failure} />}
    >
      <Field name="reason" label="故障情况">
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={500} showCount />
      </Field>
      <AskedField failure={form.failure} asked={asked} />
    </FormPage>
  )
}
