import { useState } from 'react'
import { deptKinds, deptKindWords, type DeptNode } from '@portal/contract/dept/dept'
import { useHolds } from '../../../lib/session.ts'
import { say } from '../../../lib/tell.ts'
import { Button, Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { FilterBar, type Filter } from '../../../ui/list/filters.tsx'
import { dropEmpty, useListState } from '../../../ui/list/list-query.ts'
import { BatchBar } from '../../../ui/list/batch-bar.tsx'
import type { RowAction } from '../../../ui/list/row-actions.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { ImportButton } from '../../bulk/shared/import-drawer.tsx'
import { renewDepts, saveDepts, useDeptTree, usePlaceDept, useRemoveDept } from '../dept.queries.ts'
import { EditDept, NewDept } from '../parts/dept-form.tsx'
import { DeptTree } from '../parts/dept-tree.tsx'
import { MergeDept, MoveDept } from '../parts/move-forms.tsx'
import { siftTree } from '../tree.rules.ts'
import '../../../ui/list/list.css'

type Asked = { what: 'edit' | 'move' | 'merge'; dept: DeptNode } | { what: 'new'; parent: DeptNode | null }
const titles: Record<Asked['what'], string> = {
  new: '新增单位',
  edit: '修改单位',
  move: '移动单位',
  merge: '合并单位',
}

/** The depts of the campus as a tree. */
export default function DepartmentsPage() {
  const editable = useHolds(['ADMIN'])
  const { state, change } = useListState(names)
  const { keyword = '', kind, enabled } = state.filters
  const { data, error, refetch } = useDeptTree()
  const [asked, setAsked] = useState<Asked | null>(null)
  const place = usePlaceDept()
  const remove = useRemoveDept()
  const close = () => setAsked(null)

  const wanted = keyword.toLowerCase()
  const filtered = Object.keys(state.filters).length > 0
  const nodes = !data
    ? []
    : filtered
      ? siftTree(data.content, (n) => fits(n, wanted, kind, enabled))
      : data.content
  const actions: readonly RowAction<DeptNode>[] = [
    { label: '修改', run: (dept) => setAsked({ what: 'edit', dept }) },
    { label: '新增下级', run: (parent) => setAsked({ what: 'new', parent }) },
    { label: '移动到', run: (dept) => setAsked({ what: 'move', dept }) },
    { label: '合并到', run: (dept) => setAsked({ what: 'merge', dept }) },
    {
      label: '删除',
      danger: true,
      confirm: (d) => ({
        title: `删除“${d.label}”？`,
        text: '只有没有下级单位、人员、实验室和仪器的单位才能删除，删除后不能恢复。',
        ok: '删除单位',
      }),
      run: (d) => remove.run({ params: { id: d.id } }).then(() => say('success', '单位已删除')),
    },
  ]
  return (
    <section className="list-page" aria-label="部门管理">
      <header className="page-head">
        <h1>部门管理</h1>
        {editable && (
          <div className="page-extra no-print">
            <ImportButton kind="dept" onDone={() => void renewDepts()} />
            <Button kind="primary" onClick={() => setAsked({ what: 'new', parent: null })}>
              新增单位
            </Button>
          </div>
        )}
      </header>
      <FilterBar
        filters={filters}
        values={state.filters}
        onChange={(values) => change({ filters: dropEmpty(values) })}
        onAgain={() => void refetch()}
      />
      <Card className="list-card">
        <BatchBar
          batch={[]}
          rows={[]}
          extra={data && <span className="muted">共 {data.totalElements} 个单位</span>}
          onDone={close}
          onExport={(transfer) => saveDepts(state.filters, transfer)}
        />
        {!data ? (
          error ? (
            <PageError error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton rows={8} height={30} />
          )
        ) : nodes.length === 0 ? (
          <Empty text={filtered ? '没有符合条件的单位' : '还没有登记单位'}>
            {filtered && <Button onClick={() => change({ filters: {} })}>清除筛选条件</Button>}
          </Empty>
        ) : (
          <DeptTree
            nodes={nodes}
            movable={!filtered}
            editable={editable}
            actions={actions}
            onPlace={(d, spot) => place.run({ params: { id: d.id }, body: spot })}
          />
        )}
      </Card>
      <Modal
        open={asked !== null}
        title={asked && titles[asked.what]}
        footer={null}
        onCancel={close}
        destroyOnHidden
        width={680}
      >
        {asked?.what === 'new' && <NewDept parentId={asked.parent?.id ?? null} onDone={close} />}
        {asked?.what === 'edit' && <EditDept id={asked.dept.id} onDone={close} />}
        {asked?.what === 'move' && <MoveDept dept={asked.dept} onDone={close} />}
        {asked?.what === 'merge' && <MergeDept dept={asked.dept} onDone={close} />}
      </Modal>
    </section>
  )
}

const filters: readonly Filter[] = [
  { kind: 'text', name: 'keyword', label: '单位', placeholder: '名称或编码' },
  {
    kind: 'select',
    name: 'kind',
    label: '类别',
    options: deptKinds.map((value) => ({ value, label: deptKindWords[value] })),
  },
  {
    kind: 'select',
    name: 'enabled',
    label: '状态',
    options: [
      { value: 'true', label: '启用' },
      { value: 'false', label: '停用' },
    ],
  },
]
const names = filters.map((f) => f.name)

const fits = (n: DeptNode, keyword: string, kind: string | undefined, enabled: string | undefined) =>
  (!keyword || `${n.label} ${n.code}`.toLowerCase().includes(keyword)) &&
  (!kind || n.kind === kind) &&
  (!enabled || String(n.enabled) === enabled)
