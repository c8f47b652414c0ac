import { useState } from 'react'
import type { LabDetail } from '@portal/contract/lab/lab'
import { labPageCalls, type LabDescription } from '@portal/contract/lab-page/lab-page'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { RichText } from '../../../ui/rich-text/rich-text.tsx'
import { useDescribe, useDescription } from '../lab-page.queries.ts'

/** The introduction on the lab's own page. */
export function ManageIntro({ lab }: { lab: LabDetail }) {
  const { data, error, refetch, isFetchedAfterMount } = useDescription(
    { query: { id: lab.serialId } },
    // No cached data: the form must start from the current text.
    { staleTime: 0 },
  )
  if (data && isFetchedAfterMount) return <IntroForm key={data.labId} description={data} />
  return (
    <div className="card">
      {error ? <PageError error={error} onRetry={() => void refetch()} /> : <Skeleton rows={8} height={28} />}
    </div>
  )
}

function IntroForm({ description: d }: { description: LabDescription }) {
  // The version that the form started from, so that the server can report another person's save in between.
  const [seenAt, setSeenAt] = useState(d.updatedAt)
  const form = useSubmit<typeof labPageCalls.describe>(useDescribe(), {
    initial: { bodyHtml: d.bodyHtml ?? '' },
    args: ({ bodyHtml }) => ({ params: { id: d.labId }, body: { bodyHtml: bodyHtml ?? '', seenAt } }),
    done: '简介已保存',
    after: (saved) => setSeenAt(saved.updatedAt),
  })
  return (
    <FormPage form={form} submit="保存简介">
      <Field name="bodyHtml" label="详细介绍" hint="留空则显示基本资料中的摘要" required={false} wide>
        <RichText label="详细介绍" rows={14} />
      </Field>
    </FormPage>
  )
}
