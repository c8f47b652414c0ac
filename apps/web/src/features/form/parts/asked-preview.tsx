import { parseForm } from '@portal/form-kit/form/parse'
import { useMemo } from 'react'
import { Empty } from '../../../ui/light.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { useFillable } from '../form.queries.ts'
import { FormView } from '../shared/form-view.tsx'
import { sayPreviewed } from '../shared/say-previewed.ts'

/** Preview of a form as an instrument asks it. Closing the preview discards what was typed. */
export default function AskedPreview({ formId }: { formId: number }) {
  const query = useFillable({ params: { id: formId } })
  const text = query.data?.text
  const form = useMemo(() => (text === undefined ? undefined : parseForm(text).form), [text])
  if (!query.data) return <Waiting query={query} rows={4} />
  if (!form) return <Empty text="该表单已无法显示" />
  return <FormView form={form} label={query.data.name} onSubmit={sayPreviewed} />
}
