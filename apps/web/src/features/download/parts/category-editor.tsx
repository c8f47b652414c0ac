import { Input, InputNumber } from 'antd'
import type { downloadCalls, DownloadCategory, DownloadType } from '@portal/contract/download/download'
import { useState } from 'react'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Empty } from '../../../ui/light.tsx'
import { CategoryTable } from '../../../ui/list/category-table.tsx'
import { useRemoveCategory, useSaveCategory } from '../download.queries.ts'

interface Values {
  name?: string
  sort?: number
}

/** The categories of one type; a category with files cannot be deleted. */
export function CategoryEditor({
  type,
  categories,
}: {
  type: DownloadType
  categories: readonly DownloadCategory[]
}) {
  const [changing, setChanging] = useState<DownloadCategory | null>(null)
  const remove = useRemoveCategory()
  return (
    <>
      {categories.length === 0 ? (
        <Empty text="还没有分类" />
      ) : (
        <CategoryTable
          caption="分类"
          categories={categories}
          columns={[
            { key: 'name', title: '分类', main: true },
            { key: 'sort', title: '排序', align: 'right' },
            { key: 'count', title: '文件数', align: 'right' },
          ]}
          onChange={setChanging}
          onRemove={(c) => remove.run({ params: { id: c.id } })}
        />
      )}
      <OneCategory
        key={changing?.id ?? 'new'}
        type={type}
        category={changing}
        onDone={() => setChanging(null)}
      />
    </>
  )
}

function OneCategory({
  type,
  category,
  onDone,
}: {
  type: DownloadType
  category: DownloadCategory | null
  onDone: () => void
}) {
  const form = useSubmit<typeof downloadCalls.saveCategory, Values>(useSaveCategory(), {
    initial: { name: category?.name ?? '', sort: category?.sort ?? 0 },
    args: (v) => ({ body: { id: category?.id ?? null, type, name: '', ...v } }),
    done: '分类已保存',
    after: () => {
      form.antd.setFieldsValue({ name: '', sort: 0 })
      onDone()
    },
  })
  return (
    <FormPage
      form={form}
      submit={category ? '保存分类' : '新增分类'}
      columns={2}
      {...(category && { onCancel: onDone })}
    >
      <Field name="name" label="分类名称">
        <Input maxLength={30} />
      </Field>
      <Field name="sort" label="排序" hint="小的在前">
        <InputNumber min={0} max={9999} precision={0} />
      </Field>
    </FormPage>
  )
}
