import { formStates, formStateWords, type FormRow } from '@portal/contract/form/form'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { formatShort } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { say } from '../../../lib/tell.ts'
import { useUser } from '../../../lib/session.ts'
import { Allowed } from '../../../ui/allowed.tsx'
import { Button, ButtonLink } from '../../../ui/light.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { Filter } from '../../../ui/list/filters.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import type { RowAction } from '../../../ui/list/row-actions.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { publishForm, removeForm, reopenForm, retireForm, useForms } from './design.queries.ts'
import type { NewState } from './design-page.tsx'
import { ImportDialog } from './exchange.tsx'
import { formTones, RETIRED } from './form-states.ts'

const design = (id: number | 'new') => to('/form-create/form-design', { id })

/** The forms that the user designed; the office sees all forms. */
export function FormList() {
  const navigate = useNavigate()
  const [importing, setImporting] = useState(false)
  return (
    <>
      <ListPage<FormRow>
        title="表单设计"
        rows={useForms}
        columns={columns}
        filters={filters}
        actions={actions}
        order="changedAt desc"
        extra={
          <>
            <ButtonLink kind="primary" to={design('new')}>
              新建表单
            </ButtonLink>
            <Button onClick={() => setImporting(true)}>导入</Button>
            <Allowed codes={['ADMIN']}>
              <ButtonLink to="/form-create/sources">数据接口</ButtonLink>
            </Allowed>
          </>
        }
        empty={{ text: '还没有表单', action: <ButtonLink to={design('new')}>新建表单</ButtonLink> }}
      />
      <ImportDialog
        open={importing}
        ok="用它新建表单"
        onClose={() => setImporting(false)}
        onImport={(form) => {
          const state: NewState = { form }
          void navigate(design('new'), { state })
        }}
      />
    </>
  )
}

const filters: readonly Filter[] = [
  { kind: 'text', name: 'keyword', label: '表单', placeholder: '名称或分类' },
  {
    kind: 'select',
    name: 'state',
    label: '状态',
    options: formStates.map((value) => ({ value, label: formStateWords[value] })),
  },
]

const columns: readonly Column<FormRow>[] = [
  {
    key: 'name',
    title: '表单名称',
    main: true,
    render: (f) => <Link to={design(f.id)}>{f.name}</Link>,
  },
  { key: 'category', title: '分类' },
  {
    key: 'state',
    title: '状态',
    render: (f) => <StateTag tone={formTones[f.state]} text={formStateWords[f.state]} />,
  },
  {
    key: 'version',
    title: '已发布版本',
    render: (f) =>
      f.version === null ? '未发布' : `第 ${f.version} 版${f.hasChanges ? '（有新修改）' : ''}`,
  },
  {
    key: 'answers',
    title: '填写份数',
    align: 'right',
    render: (f) =>
      f.version === null ? (
        f.answers
      ) : (
        <Link
          to={to('/form-create/answers', { id: f.id })}
          aria-label={`${f.name}的填写记录：${f.answers} 份`}
        >
          {f.answers}
        </Link>
      ),
  },
  { key: 'owner', title: '创建人', render: (f) => <Owner row={f} /> },
  { key: 'changedAt', title: '最近修改', render: (f) => `${f.changedBy.name} ${formatShort(f.changedAt)}` },
]
function Owner({ row }: { row: FormRow }) {
  const me = useUser()
  return <>{String(row.owner.id) === String(me?.uid) ? '我' : row.owner.name}</>
}

const actions: readonly RowAction<FormRow>[] = [
  { label: '设计', can: 'change', to: (f) => design(f.id) },
  {
    label: '发布',
    can: 'publish',
    confirm: (f) => ({
      title: `发布“${f.name}”？`,
      text: '填写人随即使用最近一次保存的内容；绑定该表单的流程重新发布后才使用。',
      ok: '发布',
    }),
    run: async (f) => {
      await publishForm.run({ params: { id: f.id }, body: { revision: f.revision } })
      say('success', '已发布')
    },
  },
  {
    label: '停用',
    can: 'retire',
    confirm: (f) => ({
      title: `停用“${f.name}”？`,
      text: RETIRED,
      ok: '停用',
    }),
    run: (f) => retireForm.run({ params: { id: f.id } }),
  },
  { label: '重新启用', can: 'reopen', run: (f) => reopenForm.run({ params: { id: f.id } }) },
  {
    label: '删除',
    can: 'remove',
    danger: true,
    confirm: (f) => ({
      title: `删除“${f.name}”？`,
      text: '表单和它的修改记录将被删除，不能恢复。',
      ok: '删除表单',
    }),
    run: (f) => removeForm.run({ params: { id: f.id } }),
  },
]
