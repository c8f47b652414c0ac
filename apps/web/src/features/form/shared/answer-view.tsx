import type { AnswerDetail } from '@portal/contract/form/form'
import { parseForm } from '@portal/form-kit/form/parse'
import { useMemo } from 'react'
import { Empty } from '../../../ui/light.tsx'
import { FormView } from './form-view.tsx'
import type { Fields } from './view-context.ts'

/** An answer, shown with the version of the form that was answered. */
export function AnswerView({ answer, mode }: { answer: AnswerDetail; mode: 'read' | 'print' }) {
  const form = useMemo(() => parseForm(answer.text).form, [answer.text])
  if (!form) return <Empty text="该版本的表单已无法显示" />
  // The values came as JSON.
  return (
    <FormView
      key={answer.id}
      form={form}
      mode={mode}
      start={answer.values as Fields}
      people={answer.people}
    />
  )
}
