import { Input, InputNumber } from 'antd'
import type { downloadCalls, DownloadCategory, DownloadType } from '@portal/contract/download/download'
import { useState } from 'react'
import { say } from '../../../lib/tell.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Button, Empty } from '../../../ui/light.tsx'
import { DataTable } from '../../../ui/list/data-table.tsx'
import { useRemoveCategory, useSaveCategory } from '../download.queries.ts'

interface Values {
  name?: string
  sort?: number
}

/** The categories of one type; those with files in them stay. */
export function CategoryEditor({ type, categories }: { type: DownloadType; categories: readonly DownloadCategory[] }) {
  const [changing, setChanging] = useState<DownloadCategory | null>(null)
  const remove = useRemoveCategory()
  return (
    <>
      {categories.length === 0 ? (
        <Empty text="还没有分类" />
      ) : (
        <DataTable
          caption="分类"
          rowKey={(c) => c.id}
          rows={categories}
          columns={[
            { key: 'name', title: '分类', main: true },
            { key: 'sort', title: '排序', align: 'right' },
            { key: 'count', title: '文件数', align: 'right' },
          ]}
          actions={(c) => (
            <>
              <Button kind="text" size="small" onClick={() => setChanging(c)}>
                修改
              </Button>
              <ConfirmButton
                kind="text"
                size="small"
                disabled={c.count > 0}
                title={`删除分类“${c.name}”？`}
                ok="删除分类"
                onConfirm={() => remove.run({ params: { id: c.id } }).then(() => say('success', '分类已删除'))}
              >
                删除
              </ConfirmButton>
            </>
          )}
        />
      )}
      <OneCategory key={changing?.id ?? 'new'} type={type} category={changing} onDone={() => setChanging(null)} />
    </>
  )
}

function OneCategory({ type, category, onDone }: { type: DownloadType; category: DownloadCategory | null; onDone: () => void }) {
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
    <FormPage form={form} submit={category ? '保存分类' : '新增分类'} columns={2} {...(category && { onCancel: onDone })}>
      <Field name="name" label="分类名称">
        <Input maxLength={30} />
      </Field>
      <Field name="sort" label="排序" hint="小的在前">
        <InputNumber min={0} max={9999} precision={0} />
      </Field>
    </FormPage>
  )
}
