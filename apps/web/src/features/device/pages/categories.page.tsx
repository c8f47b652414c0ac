import { Input, InputNumber, Modal, TreeSelect } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { deviceManageCalls } from '@portal/contract/device/manage'
import type { Reply } from '@portal/contract/kernel/call'
import { to } from '../../../lib/paths.ts'
import { say } from '../../../lib/tell.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Button, ButtonLink, Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { ExportButton } from '../../../ui/list/export-button.tsx'
import { RowActions } from '../../../ui/list/row-actions.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { ImportButton } from '../../bulk/shared/import-drawer.tsx'
import {
  saveCategories,
  useCategories,
  useRemoveCategory,
  useRemoveItem,
  useSaveCategory,
  useSaveItem,
} from '../manage.queries.ts'
import './categories.css'

type Category = Reply<typeof deviceManageCalls.categories>[number]
/** What is edited: a top category, or an item under one. */
type Asked = { row: Category | null; parentId: number | null }

/** The national classification, or one's own: tops on the left, what is under the chosen one on the right. */
export default function CategoriesPage() {
  const query = useCategories({}, { staleTime: 0 })
  const [search, setSearch] = useSearchParams()
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  const all = query.data ?? []
  const tops = all.filter((c) => c.parentId === null)
  const top = tops.find((c) => c.id === Number(search.get('id'))) ?? tops[0]
  return (
    <section className="categories" aria-label="仪器分类">
      <header className="page-head">
        <h1>仪器分类</h1>
        <div className="page-extra no-print">
          <ExportButton save={() => saveCategories({})} />
          <ImportButton kind="device-category" onDone={() => void query.refetch()} />
          <Button kind="primary" onClick={() => setAsked({ row: null, parentId: null })}>
            新增分类
          </Button>
        </div>
      </header>
      {query.error && !query.data ? (
        <Card>
          <PageError error={query.error} onRetry={() => void query.refetch()} />
        </Card>
      ) : !query.data ? (
        <Card>
          <Skeleton rows={10} height={28} />
        </Card>
      ) : !top ? (
        <Card>
          <Empty text="还没有仪器分类" />
        </Card>
      ) : (
        <div className="categories-pair">
          <nav className="card" aria-label="大类">
            <ul>
              {tops.map((c) => (
                <li key={c.id}>
                  <button
                    type="button"
                    aria-current={c.id === top.id || undefined}
                    onClick={() => setSearch({ id: String(c.id) }, { preventScrollReset: true })}
                  >
                    <span>
                      {c.code} {c.name}
                    </span>
                    <span className="muted num">{devicesUnder(all, c)}</span>
                  </button>
                </li>
              ))}
            </ul>
          </nav>
          <TopCategory key={top.id} all={all} top={top} onAsk={setAsked} />
        </div>
      )}
      <Modal
        open={asked !== null}
        title={asked?.row ? '修改分类' : asked?.parentId ? '新增下级分类' : '新增分类'}
        footer={null}
        onCancel={close}
        destroyOnHidden
      >
        {asked &&
          (asked.parentId === null ? (
            <TopForm row={asked.row} onDone={close} />
          ) : (
            <ItemForm all={all} row={asked.row} parentId={asked.parentId} onDone={close} />
          ))}
      </Modal>
    </section>
  )
}

const childrenOf = (all: readonly Category[], id: number) => all.filter((c) => c.parentId === id)
const devicesUnder = (all: readonly Category[], c: Category): number =>
  c.devices + childrenOf(all, c.id).reduce((sum, child) => sum + devicesUnder(all, child), 0)
/** Everything below, each under its own, with its depth. */
const below = (all: readonly Category[], id: number, depth = 0): (Category & { depth: number })[] =>
  childrenOf(all, id).flatMap((c) => [{ ...c, depth }, ...below(all, c.id, depth + 1)])

function TopCategory({
  all,
  top,
  onAsk,
}: {
  all: readonly Category[]
  top: Category
  onAsk: (asked: Asked) => void
}) {
  const removeTop = useRemoveCategory()
  const removeItem = useRemoveItem()
  const items = below(all, top.id)
  const columns: readonly Column<Category & { depth: number }>[] = [
    { key: 'code', title: '编码', width: 120 },
    {
      key: 'name',
      title: '名称',
      main: true,
      render: (c) => <span style={{ paddingLeft: c.depth * 20 }}>{c.name}</span>,
    },
    { key: 'sort', title: '排序', align: 'right', phone: false },
    {
      key: 'devices',
      title: '仪器',
      align: 'right',
      render: (c) => <span className="num">{devicesUnder(all, c)} 台</span>,
    },
  ]
  const question = (c: Category) => ({
    title: `删除分类“${c.name}”？`,
    text: '有下级分类或仪器的分类不能删除。',
    ok: '删除分类',
  })
  return (
    <Card
      title={`${top.code} ${top.name}`}
      extra={
        <div className="categories-extra">
          <ButtonLink size="small" to={to('/maintain/deviceInfo', { categoryId: top.id })}>
            查看 {devicesUnder(all, top)} 台仪器
          </ButtonLink>
          <Button size="small" onClick={() => onAsk({ row: null, parentId: top.id })}>
            新增下级
          </Button>
          <RowActions
            row={top}
            actions={[
              { label: '修改', run: (c) => onAsk({ row: c, parentId: null }) },
              {
                label: '删除',
                danger: true,
                confirm: question,
                run: (c) => removeTop.run({ params: { id: c.id } }).then(() => say('success', '分类已删除')),
              },
            ]}
          />
        </div>
      }
    >
      {items.length === 0 ? (
        <Empty text="还没有下级分类" />
      ) : (
        <DataTable
          caption={`${top.name}的下级分类`}
          columns={columns}
          rows={items}
          rowKey={(c) => c.id}
          actions={[
            { label: '修改', run: (c) => onAsk({ row: c, parentId: c.parentId ?? top.id }) },
            { label: '新增下级', run: (c) => onAsk({ row: null, parentId: c.id }) },
            {
              label: '删除',
              danger: true,
              confirm: question,
              run: (c) => removeItem.run({ params: { id: c.id } }).then(() => say('success', '分类已删除')),
            },
          ]}
        />
      )}
    </Card>
  )
}

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
const initialOf = (row: Category | null) =>
  row ? { code: row.code, name: row.name, sort: row.sort } : { sort: 0 }

function TopForm({ row, onDone }: Part) {
  const form = useSubmit<typeof deviceManageCalls.saveCategory>(useSaveCategory(), {
    initial: initialOf(row),
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
/** Where an item can hang: anywhere but under itself. */
const choices = (all: readonly Category[], parentId: number | null, without: number | undefined): Choice[] =>
  all
    .filter((c) => c.parentId === parentId && c.id !== without)
    .map((c) => ({ value: c.id, title: `${c.code} ${c.name}`, children: choices(all, c.id, without) }))

function ItemForm({ all, row, parentId, onDone }: Part & { all: readonly Category[]; parentId: number }) {
  const form = useSubmit<typeof deviceManageCalls.saveItem>(useSaveItem(), {
    initial: { ...initialOf(row), parentId },
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
