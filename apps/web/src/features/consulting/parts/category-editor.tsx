import { Input, InputNumber } from 'antd'
import type { consultingCalls, ConsultingCategory } from '@portal/contract/consulting/consulting'
import type { Ref } from '@portal/contract/kernel/rows'
import { useState } from 'react'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { CategoryTable } from '../../../ui/list/category-table.tsx'
import { PeopleSelect } from '../../people/shared/people-select.tsx'
import { useRemoveCategory, useSaveCategory } from '../consulting.queries.ts'

interface Values {
  name?: string
  sort?: number
  answerers?: readonly Ref[]
}

/** The categories of questions, and who answers them. */
export function CategoryEditor({ categories }: { categories: readonly ConsultingCategory[] }) {
  const [changing, setChanging] = useState<ConsultingCategory | null>(null)
  const remove = useRemoveCategory()
  return (
    <>
      {categories.length > 0 && (
        <CategoryTable
          caption="咨询分类"
          categories={categories}
          columns={[
            { key: 'name', title: '分类', main: true },
            {
              key: 'answerers',
              title: '答复人',
              render: (c) => c.answerers.map((p) => p.name).join('、') || '内容管理员',
            },
            { key: 'sort', title: '排序', align: 'right' },
            { key: 'count', title: '咨询', align: 'right' },
          ]}
          onChange={setChanging}
          onRemove={(c) => remove.run({ params: { id: c.id } })}
        />
      )}
      <OneCategory
        key={changing?.id ?? `new${categories.length}`}
        category={changing}
        onDone={() => setChanging(null)}
      />
    </>
  )
}

function OneCategory({ category, onDone }: { category: ConsultingCategory | null; onDone: () => void }) {
  const form = useSubmit<typeof consultingCalls.saveCategory, Values>(useSaveCategory(), {
    initial: { name: category?.name ?? '', sort: category?.sort ?? 0, answerers: category?.answerers ?? [] },
    args: ({ answerers = [], ...v }) => ({
      body: { id: category?.id ?? null, name: '', ...v, answererIds: answerers.map((p) => p.id) },
    }),
    done: '分类已保存',
    after: onDone,
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
      <Field name="answerers" label="答复人" wide hint="不选时由内容管理员答复">
        <PeopleSelect />
      </Field>
    </FormPage>
  )
}
