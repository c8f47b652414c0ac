import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useOpens } from '../../../lib/opens.ts'
import { to } from '../../../lib/paths.ts'
import { say } from '../../../lib/tell.ts'
import { Button, ButtonLink, Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { ExportButton } from '../../../ui/list/export-button.tsx'
import { RowActions } from '../../../ui/list/row-actions.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { ImportButton } from '../../bulk/shared/import-drawer.tsx'
import { saveCategories, useCategories, useRemoveCategory, useRemoveItem } from '../manage.queries.ts'
import './categories.css'
import { type Category, TopForm, ItemForm } from '../parts/category-forms.tsx'

/** What the form edits: a top category, or an item below one. */
type Asked = { row: Category | null; parentId: number | null }

/**
 * The national or the own classification: top categories on the left, the items of the chosen one on the
 * right.
 */
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
          <ExportButton save={(transfer) => saveCategories({}, transfer)} />
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

const listChildren = (all: readonly Category[], id: number) => all.filter((c) => c.parentId === id)
const devicesUnder = (all: readonly Category[], c: Category): number =>
  c.devices + listChildren(all, c.id).reduce((sum, child) => sum + devicesUnder(all, child), 0)
/** All descendants, each below its parent, with its depth. */
const below = (all: readonly Category[], id: number, depth = 0): (Category & { depth: number })[] =>
  listChildren(all, id).flatMap((c) => [{ ...c, depth }, ...below(all, c.id, depth + 1)])

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
  const opens = useOpens()
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
          {opens('/maintain/deviceInfo') && (
            <ButtonLink size="small" to={to('/maintain/deviceInfo', { categoryId: top.id })}>
              查看 {devicesUnder(all, top)} 台仪器
            </ButtonLink>
          )}
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
