import { workflowStates, workflowStateWords, type WorkflowRow } from '@portal/contract/workflow/workflow'
import { Suspense, useState } from 'react'
import { Link, useNavigate, type NavigateFunction } from 'react-router'
import { formatShort } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { useUser } from '../../../lib/session.ts'
import { say } from '../../../lib/tell.ts'
import { ButtonLink } from '../../../ui/light.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { Filter } from '../../../ui/list/filters.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import type { RowAction } from '../../../ui/list/row-actions.tsx'
import { definePart } from '../../../ui/part.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import {
  activateWorkflow,
  createWorkflow,
  publishWorkflow,
  readWorkflow,
  removeWorkflow,
  suspendWorkflow,
  useWorkflows,
} from '../design/design.queries.ts'
import { workflowTones } from '../design/tones.ts'

const design = (id: number | 'new') => to('/bpm/bpm-design', { id })
// Loaded on demand: versions need bpmn-js, which the list does not.
const Versions = definePart(
  () => import('./history.tsx'),
  ({ onClose }) => onClose(),
)

/** The processes that the user designed; the office sees all processes. */
export function WorkflowList() {
  const navigate = useNavigate()
  const [history, setHistory] = useState<number | null>(null)
  return (
    <>
      <ListPage<WorkflowRow>
        title="流程列表"
        rows={useWorkflows}
        columns={columns}
        filters={filters}
        actions={listActions(navigate, setHistory)}
        extra={
          <ButtonLink kind="primary" to={design('new')}>
            新建流程
          </ButtonLink>
        }
        empty={{
          text: '还没有流程。画好后发布，大家就能发起。',
          action: <ButtonLink to={design('new')}>新建流程</ButtonLink>,
        }}
      />
      {history !== null && (
        <Suspense>
          <Versions id={history} open onClose={() => setHistory(null)} />
        </Suspense>
      )}
    </>
  )
}

const filters: readonly Filter[] = [
  { kind: 'text', name: 'keyword', label: '流程', placeholder: '名称或分类' },
  {
    kind: 'select',
    name: 'state',
    label: '状态',
    options: workflowStates.map((value) => ({ value, label: workflowStateWords[value] })),
  },
]

const columns: readonly Column<WorkflowRow>[] = [
  {
    key: 'name',
    title: '流程名称',
    main: true,
    render: (w) => <Link to={design(w.id)}>{w.name}</Link>,
  },
  { key: 'category', title: '分类' },
  {
    key: 'state',
    title: '状态',
    render: (w) => <StateTag tone={workflowTones[w.state]} text={workflowStateWords[w.state]} />,
  },
  {
    key: 'version',
    title: '已发布版本',
    render: (w) => (w.version === null ? '未发布' : `第 ${w.version} 版${sayNews(w)}`),
  },
  {
    key: 'started',
    title: '发起次数',
    align: 'right',
    render: (w) => `${w.started}${w.running > 0 ? `（在办 ${w.running}）` : ''}`,
  },
  { key: 'owner', title: '创建人', render: (w) => <Owner row={w} /> },
  { key: 'changedAt', title: '最近修改', render: (w) => `${w.changedBy.name} ${formatShort(w.changedAt)}` },
]
/** What publishing the process again would bring. */
function sayNews({ hasChanges, hasNewForm }: WorkflowRow): string {
  if (hasChanges) return '（有新修改）'
  return hasNewForm ? '（表单有新版本）' : ''
}
function Owner({ row }: { row: WorkflowRow }) {
  const me = useUser()
  return <>{String(row.owner.id) === String(me?.uid) ? '我' : row.owner.name}</>
}

/** Copies a process to a new draft of the user and opens it. */
async function copy(row: WorkflowRow, navigate: NavigateFunction): Promise<void> {
  const { xml, category, description } = await readWorkflow(row.id)
  const name = `${row.name.slice(0, 56)}（副本）`
  const body = { name, category: category ?? '', description: description ?? '', xml }
  const { id } = await createWorkflow.run({ body })
  say('success', '已复制为新的草稿')
  void navigate(design(id))
}

const listActions = (
  navigate: NavigateFunction,
  onHistory: (id: number) => void,
): readonly RowAction<WorkflowRow>[] => [
  { label: '设计', can: 'change', to: (w) => design(w.id) },
  {
    label: '发布',
    can: 'publish',
    confirm: (w) => ({
      title: `发布“${w.name}”？`,
      text: '发起人随即使用最近一次保存的内容，在办的不受影响。',
      ok: '发布',
    }),
    run: async (w) => {
      await publishWorkflow.run({ params: { id: w.id }, body: { revision: w.revision } })
      say('success', '已发布')
    },
  },
  { label: '复制', run: (w) => copy(w, navigate) },
  { label: '历史版本', show: (w) => w.version !== null, run: (w) => onHistory(w.id) },
  {
    label: '停用',
    can: 'suspend',
    confirm: (w) => ({
      title: `停用“${w.name}”？`,
      text: `停用后不能再发起${w.running > 0 ? `，在办的 ${w.running} 个继续办理` : ''}。`,
      ok: '停用',
    }),
    run: (w) => suspendWorkflow.run({ params: { id: w.id } }),
  },
  { label: '重新启用', can: 'activate', run: (w) => activateWorkflow.run({ params: { id: w.id } }) },
  {
    label: '删除',
    can: 'remove',
    danger: true,
    confirm: (w) => ({
      title: `删除“${w.name}”？`,
      text: '流程图和它的版本将被删除，不能恢复。',
      ok: '删除流程',
    }),
    run: (w) => removeWorkflow.run({ params: { id: w.id } }),
  },
]
