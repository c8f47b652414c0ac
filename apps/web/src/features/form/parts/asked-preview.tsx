import { parseForm } from '@portal/form-kit/form/parse'
import { useMemo } from 'react'
import { say } from '../../../lib/tell.ts'
import { Empty } from '../../../ui/light.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { useFillable } from '../form.queries.ts'
import { FormView } from '../shared/form-view.tsx'

/** Preview of a form as an instrument asks it. Closing the preview discards what was typed. */
export default function AskedPreview({ formId }: { formId: number }) {
  const query = useFillable({ params: { id: formId } })
  const text = query.data?.text
  const form = useMemo(() => (text === undefined ? undefined : parseForm(text).form), [text])
  if (!query.data) return <Waiting query={query} rows={4} />
  if (!form) return <Empty text="该表单已无法显示" />
  return (
    <FormView
      form={form}
      label={query.data.name}
      onSubmit={() => say('success', '填写的内容符合要求。这是预览，没有提交')}
    />
  )
}
