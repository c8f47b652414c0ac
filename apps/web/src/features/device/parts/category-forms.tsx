import { Input, InputNumber, TreeSelect } from 'antd'
import type { deviceManageCalls } from '@portal/contract/device/manage'
import type { Reply } from '@portal/contract/kernel/call'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { useSaveCategory, useSaveItem } from '../manage.queries.ts'

export type Category = Reply<typeof deviceManageCalls.categories>[number]

const Common = () => (
  <>
    <Field name="code" label="分类编码">
      <Input maxLength={20} />
    </Field>
    <Field name="name" label="分类名称">
      <Input maxLength={60} />
    </Field>
    <Field name="sort" label="排序" hint="小的在前">
      <InputNumber min={0} max={99_999} precision={0} style={{ width: '100%' }} />
    </Field>
  </>
)

interface Part {
  row: Category | null
  onDone: () => void
}
const findInitial = (row: Category | null) =>
  row ? { code: row.code, name: row.name, sort: row.sort } : { sort: 0 }

export function TopForm({ row, onDone }: Part) {
  const form = useSubmit<typeof deviceManageCalls.saveCategory>(useSaveCategory(), {
    initial: findInitial(row),
    args: (values) => ({ body: { ...values, id: row?.id ?? null } }),
    done: '分类已保存',
    after: onDone,
  })
  return (
    <FormPage form={form} submit="保存分类" onCancel={onDone}>
      <Common />
    </FormPage>
  )
}

interface Choice {
  value: number
  title: string
  children: Choice[]
}
/** Possible parents of an item: all but itself and its descendants. */
const choices = (all: readonly Category[], parentId: number | null, without: number | undefined): Choice[] =>
  all
    .filter((c) => c.parentId === parentId && c.id !== without)
    .map((c) => ({ value: c.id, title: `${c.code} ${c.name}`, children: choices(all, c.id, without) }))

export function ItemForm({
  all,
  row,
  parentId,
  onDone,
}: Part & { all: readonly Category[]; parentId: number }) {
  const form = useSubmit<typeof deviceManageCalls.saveItem>(useSaveItem(), {
    initial: { ...findInitial(row), parentId },
    args: (values) => ({ body: { ...values, id: row?.id ?? null } }),
    done: '分类已保存',
    after: onDone,
  })
  return (
    <FormPage form={form} submit="保存分类" onCancel={onDone}>
      <Field name="parentId" label="上级分类">
        <TreeSelect
          treeData={choices(all, null, row?.id)}
          treeDefaultExpandAll
          showSearch
          treeNodeFilterProp="title"
        />
      </Field>
      <Common />
    </FormPage>
  )
}
