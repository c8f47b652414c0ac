import { Input, Select, Switch } from 'antd'
import type { consultingCalls, ConsultingCategory } from '@portal/contract/consulting/consulting'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { useAsk } from '../consulting.queries.ts'

interface Values {
  categoryId?: number
  title?: string
  body?: string
  shared?: boolean
}

export function AskForm({
  categories,
  onDone,
}: {
  categories: readonly ConsultingCategory[]
  onDone: () => void
}) {
  const form = useSubmit<typeof consultingCalls.ask, Values>(useAsk(), {
    initial: {
      shared: true,
      ...(categories.length === 1 && categories[0] && { categoryId: categories[0].id }),
    },
    args: (v) => ({ body: { categoryId: 0, title: '', body: '', ...v } }),
    draft: 'consulting',
    done: '咨询已提交，答复后会通知您',
    after: onDone,
  })
  return (
    <FormPage form={form} submit="提交咨询" onCancel={onDone} columns={2}>
      <Field name="categoryId" label="分类">
        <Select options={categories.map((c) => ({ value: c.id, label: c.name }))} placeholder="请选择分类" />
      </Field>
      <Field
        name="shared"
        label="公开"
        valuePropName="checked"
        hint="答复后其他登录用户也能看到，不显示您的姓名"
      >
        <Switch />
      </Field>
      <Field name="title" label="标题" wide>
        <Input maxLength={80} placeholder="一句话说明问题" />
      </Field>
      <Field name="body" label="问题描述" wide>
        <Input.TextArea autoSize={{ minRows: 4, maxRows: 12 }} maxLength={2000} showCount />
      </Field>
    </FormPage>
  )
}
