import { Input } from 'antd'
import type { ministryReportCalls } from '@portal/contract/ministry-report/ministry-report'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { useFreeze, useYear } from '../ministry-report.queries.ts'

/** Freezes the current rows; from the second time on, with a note on what was corrected. */
export function FreezeForm({ year, onDone }: { year: number; onDone: () => void }) {
  const { data } = useYear({ params: { year } })
  const again = (data?.versions ?? 0) > 0
  const form = useSubmit<typeof ministryReportCalls.freeze, { why?: string }>(useFreeze(), {
    args: ({ why }) => ({ params: { year }, body: { why: why ?? null } }),
    done: ({ number }) => `已冻结为第 ${number} 版`,
    after: onDone,
  })
  return (
    <FormPage
      form={form}
      submit="冻结"
      onCancel={onDone}
      intro={
        <p className="muted">
          冻结前重新检查，没有待处理的问题才能冻结。冻结的版本不能修改；以后的更正冻结为新的版本。
        </p>
      }
    >
      {again ? (
        <Field name="why" label="更正说明" required hint="与上一版本相比更正了什么">
          <Input.TextArea rows={2} maxLength={200} />
        </Field>
      ) : null}
    </FormPage>
  )
}
