import { parseForm } from '@portal/form-kit/form/parse'
import type { InstanceDetail } from '@portal/contract/workflow/workflow'
import { useMemo } from 'react'
import { Empty } from '../../../ui/light.tsx'
import { FormView } from '../../form/shared/form-view.tsx'
import type { Fields } from '../../form/shared/view-context.ts'
import { hideFields } from './step-form.ts'

/** The form of an instance, without the fields hidden from the reader. */
export function InstanceForm({ instance, mode }: { instance: InstanceDetail; mode: 'read' | 'print' }) {
  const { form: text, hidden, values, people } = instance
  const form = useMemo(() => {
    const drawn = parseForm(text).form
    return drawn && hideFields(drawn, hidden)
  }, [text, hidden])
  if (!form) return <Empty text="该版本的表单已无法显示" />
  // The values came as JSON.
  return <FormView form={form} mode={mode} start={values as Fields} people={people} />
}
