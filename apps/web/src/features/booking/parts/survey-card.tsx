import type { bookingCalls } from '@portal/contract/booking/calls'
import type { BookingDetail } from '@portal/contract/booking/row'
import type { FillableForm } from '@portal/contract/form/form'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Card } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { AskedField } from '../../form/shared/asked-field.tsx'
import { givenTo, type AskedValues } from '../../form/shared/asked.rules.ts'
import { RenewAsked } from '../../form/shared/renew-asked.tsx'
import { useAsked } from '../../form/shared/use-asked.ts'
import { useSurvey } from '../booking.queries.ts'

/** The instrument's questions after a use; nothing if it has none or they were answered. */
export function SurveyCard({ booking: b }: { booking: BookingDetail }) {
  const given = b.answers.some((a) => a.occasion === 'survey')
  const { data, error, refetch } = useAsked(
    { query: { deviceId: b.device.id, occasion: 'survey' } },
    { enabled: !given },
  )
  if (given) return null
  // Whoever comes from the list of missing answers must not find nothing.
  if (error && !data)
    return (
      <Card title="使用反馈">
        <PageError error={error} onRetry={() => void refetch()} />
      </Card>
    )
  if (!data?.form) return null
  return (
    <Card title="使用反馈">
      <SurveyForm bookingId={b.id} asked={data.form} />
    </Card>
  )
}

function SurveyForm({ bookingId, asked }: { bookingId: number; asked: FillableForm }) {
  const form = useSubmit<typeof bookingCalls.survey, AskedValues>(useSurvey(), {
    initial: { answers: null },
    draft: `survey:${bookingId}`,
    args: (v) => ({ params: { id: bookingId }, body: { answers: givenTo(asked, v) } }),
    done: '谢谢您的反馈',
  })
  return (
    <FormPage form={form} submit="提交反馈" help={(failure) => <RenewAsked failure={failure} />}>
      <AskedField failure={form.failure} asked={asked} />
    </FormPage>
  )
}
