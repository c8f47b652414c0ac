import { Select } from 'antd'
import {
  recipients,
  recipientWords,
  type financeReportCalls,
  type Parts,
  type ShareRow,
} from '@portal/contract/finance-report/finance-report'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { ScaledInput } from '../../../ui/form/scaled-input.tsx'
import { useDeptOptions } from '../../dept/shared/dept-options.ts'
import { useCategoryOptions } from '../../device/shared/category-options.ts'
import { useAddShare, useChangeShare } from '../finance-report.queries.ts'
import { useSubmit } from '../../../ui/form/use-submit.ts'

interface Values {
  deptId?: number
  categoryId?: number
  parts?: Partial<Parts>
}
const findWhole = (p: Partial<Parts> = {}): Parts => ({
  central: p.central ?? 0,
  college: p.college ?? 0,
  lab: p.lab ?? 0,
  operator: p.operator ?? 0,
})
const PartFields = () =>
  recipients.map((r) => (
    <Field key={r} name={['parts', r]} label={`${recipientWords[r]}比例`}>
      <ScaledInput digits={2} suffix="%" />
    </Field>
  ))

/** Shares of a year, or of a department or class within it. They must add up to 100 %. */
export function AddShare({ year, onDone }: { year: number; onDone: () => void }) {
  const depts = useDeptOptions()
  const categories = useCategoryOptions()
  const form = useSubmit<typeof financeReportCalls.addShare, Values>(useAddShare(), {
    args: ({ deptId, categoryId, parts }) => ({
      body: { year, deptId: deptId ?? null, categoryId: categoryId ?? null, parts: findWhole(parts) },
    }),
    done: '分配比例已新增',
    after: onDone,
  })
  return (
    <FormPage
      form={form}
      submit="新增比例"
      onCancel={onDone}
      columns={2}
      intro={<p className="muted">单位和仪器分类都不选，即为 {year} 年度的通用比例。四项之和须为 100%。</p>}
    >
      <Field name="deptId" label="单位" hint="只用于该单位及其下级">
        <Select allowClear showSearch optionFilterProp="label" options={depts} />
      </Field>
      <Field name="categoryId" label="仪器分类" hint="只用于该分类及其下级">
        <Select allowClear showSearch optionFilterProp="label" options={categories} />
      </Field>
      <PartFields />
    </FormPage>
  )
}

export function ChangeShare({ share, onDone }: { share: ShareRow; onDone: () => void }) {
  const form = useSubmit<typeof financeReportCalls.changeShare, Values>(useChangeShare(), {
    initial: { parts: share.parts },
    args: ({ parts }) => ({ params: { id: share.id }, body: { parts: findWhole(parts) } }),
    done: '分配比例已修改',
    after: onDone,
  })
  return (
    <FormPage
      form={form}
      submit="保存比例"
      onCancel={onDone}
      columns={2}
      intro={<p className="muted">四项之和须为 100%。</p>}
    >
      <PartFields />
    </FormPage>
  )
}
