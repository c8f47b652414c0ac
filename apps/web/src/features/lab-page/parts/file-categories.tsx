import { Input, InputNumber } from 'antd'
import { useState } from 'react'
import type { LabDetail } from '@portal/contract/lab/lab'
import { resourceCalls, type ResourceCategory } from '@portal/contract/resource/resource'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Button, Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { RowActions, type RowAction } from '../../../ui/list/row-actions.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { useCategories, useRemoveCategory, useSaveCategory } from '../lab-page.queries.ts'

export function Categories({ lab }: { lab: LabDetail }) {
  const { data, error, refetch } = useCategories({ params: { id: lab.serialId } })
  const remove = useRemoveCategory()
  const [asked, setAsked] = useState<ResourceCategory | 'new' | null>(null)
  const close = () => setAsked(null)
  const actions: readonly RowAction<ResourceCategory>[] = [
    { label: '修改', run: setAsked },
    {
      label: '删除',
      danger: true,
      show: (c) => c.count === 0,
      confirm: (c) => ({ title: `删除分类“${c.name}”？`, text: '该分类下没有资料。', ok: '删除分类' }),
      run: (c) => remove.run({ params: { id: c.id } }),
    },
  ]
  return (
    <Card
      title="资料分类"
      extra={
        <Button size="small" onClick={() => setAsked('new')}>
          添加分类
        </Button>
      }
    >
      {!data ? (
        error ? (
          <PageError error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton rows={3} height={28} />
        )
      ) : data.length === 0 ? (
        <Empty text="还没有分类，资料可以不分类" />
      ) : (
        <DataTable
          caption="资料分类"
          columns={categoryColumns}
          rows={data}
          rowKey={(c) => c.id}
          actions={(row) => <RowActions row={row} actions={actions} />}
        />
      )}
      <Modal
        open={asked !== null}
        title={asked === 'new' ? '添加分类' : '修改分类'}
        footer={null}
        onCancel={close}
        destroyOnHidden
      >
        {asked && <CategoryForm lab={lab} known={asked === 'new' ? null : asked} onDone={close} />}
      </Modal>
    </Card>
  )
}

const categoryColumns: readonly Column<ResourceCategory>[] = [
  { key: 'name', title: '分类', main: true },
  { key: 'sort', title: '排序', align: 'right' },
  { key: 'count', title: '资料数', align: 'right' },
]

interface CategoryValues {
  name?: string
  sort?: number
}
function CategoryForm({
  lab,
  known,
  onDone,
}: {
  lab: LabDetail
  known: ResourceCategory | null
  onDone: () => void
}) {
  const form = useSubmit<typeof resourceCalls.saveCategory, CategoryValues>(useSaveCategory(), {
    initial: { name: known?.name ?? '', sort: known?.sort ?? 0 },
    args: ({ name = '', sort = 0 }) => ({
      body: { labId: lab.id, name, sort, ...(known && { id: known.id }) },
    }),
    done: '分类已保存',
    after: onDone,
  })
  return (
    <FormPage form={form} submit="保存分类" onCancel={onDone}>
      <Field name="name" label="分类名称">
        <Input maxLength={30} />
      </Field>
      <Field name="sort" label="排序" hint="小的在前">
        <InputNumber min={0} max={9999} precision={0} style={{ width: '100%' }} />
      </Field>
    </FormPage>
  )
}
