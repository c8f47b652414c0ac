import { useState } from 'react'
import type { PermissionNode } from '@portal/contract/people/rights'
import { useHolds } from '../../../lib/session.ts'
import { say } from '../../../lib/tell.ts'
import { Button, Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { ExportButton } from '../../../ui/list/export-button.tsx'
import { FilterBar, type Filter } from '../../../ui/list/filters.tsx'
import { dropEmpty, useListState } from '../../../ui/list/list-query.ts'
import { Modal } from '../../../ui/modal.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { ChangePermission, NewPermission } from '../parts/permission-form.tsx'
import { savePermissions, usePermissionTree, useRemovePermission } from '../people.queries.ts'

interface Line extends PermissionNode {
  depth: number
}
const listLines = (nodes: readonly PermissionNode[], depth = 0): Line[] =>
  nodes.flatMap((n) => [{ ...n, depth }, ...listLines(n.children, depth + 1)])

const filters: readonly Filter[] = [
  { kind: 'text', name: 'keyword', label: '权限', placeholder: '名称或编码' },
]
const names = ['keyword']

/** The permission codes as a tree. */
export default function PermissionsPage() {
  const editable = useHolds(['PERMISSION_ALL'])
  const { data, error, refetch } = usePermissionTree()
  const { state, change } = useListState(names)
  const [asked, setAsked] = useState<{ change: PermissionNode } | { under: PermissionNode | null } | null>(
    null,
  )
  const remove = useRemovePermission()
  const close = () => setAsked(null)
  const word = state.filters['keyword']?.toLowerCase() ?? ''
  const lines = listLines(data ?? []).filter(
    (l) => l.name.toLowerCase().includes(word) || l.code.toLowerCase().includes(word),
  )
  return (
    <section className="list-page" aria-label="权限管理">
      <header className="page-head">
        <h1>权限管理</h1>
        <div className="page-extra no-print">
          <ExportButton save={(transfer) => savePermissions(state.filters, transfer)} />
          {editable && (
            <Button kind="primary" onClick={() => setAsked({ under: null })}>
              新增权限
            </Button>
          )}
        </div>
      </header>
      <FilterBar
        filters={filters}
        values={state.filters}
        onChange={(values) => change({ filters: dropEmpty(values) })}
        onAgain={() => void refetch()}
      />
      <Card className="list-card">
        {!data ? (
          error ? (
            <PageError error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton rows={12} height={26} />
          )
        ) : lines.length === 0 ? (
          <Empty text="没有符合条件的权限">
            <Button onClick={() => change({ filters: {} })}>清除筛选条件</Button>
          </Empty>
        ) : (
          <DataTable
            caption="权限管理"
            columns={columns}
            rows={lines}
            rowKey={(p) => p.id}
            actions={
              editable
                ? [
                    { label: '新增下级', run: (p) => setAsked({ under: p }) },
                    { label: '修改', run: (p) => setAsked({ change: p }) },
                    {
                      label: '删除',
                      danger: true,
                      show: (p) => !p.builtin,
                      confirm: (p) => ({
                        title: `删除权限“${p.name}”？`,
                        text: '已授予的角色会同时失去它。',
                        ok: '删除权限',
                      }),
                      run: (p) =>
                        remove.run({ params: { id: p.id } }).then(() => say('success', '权限已删除')),
                    },
                  ]
                : undefined
            }
          />
        )}
      </Card>
      <Modal
        open={asked !== null}
        title={asked && ('change' in asked ? '修改权限' : '新增权限')}
        footer={null}
        onCancel={close}
        destroyOnHidden
      >
        {asked && 'change' in asked && (
          <ChangePermission of={asked.change} tree={data ?? []} onDone={close} />
        )}
        {asked && 'under' in asked && <NewPermission under={asked.under} tree={data ?? []} onDone={close} />}
      </Modal>
    </section>
  )
}

const columns: readonly Column<Line>[] = [
  {
    key: 'name',
    title: '权限',
    main: true,
    render: (p) => <span style={{ paddingInlineStart: p.depth * 20 }}>{p.name}</span>,
  },
  { key: 'code', title: '编码' },
  { key: 'sort', title: '排序', align: 'right', phone: false },
  {
    key: 'builtin',
    title: '来源',
    render: (p) => <StateTag tone={p.builtin ? 'draft' : 'active'} text={p.builtin ? '内置' : '自定义'} />,
  },
]
