import { readers, type DirectoryRow } from '@portal/contract/people/people'
import { useHolds, useUser } from '../../../lib/session.ts'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { Filter } from '../../../ui/list/filters.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { useDeptOptions } from '../../dept/shared/dept-options.ts'
import { useCodeLabels } from '../../dictionary/shared/code-options.ts'
import { useDirectory, usePostOptions } from '../people.queries.ts'

/** The directory of the university: names, depts and posts, without contact data. */
export default function PersonsPage() {
  const keeps = useHolds(readers)
  const guest = !useUser()?.onCampus && !keeps
  return (
    <ListPage<DirectoryRow>
      title="人员"
      rows={useDirectory}
      columns={columns}
      filters={guest ? guestFilters : filters}
      intro={guest && <p className="muted">校外用户请输入对方的完整用户名查找。</p>}
      empty={{ text: guest ? '请输入完整的用户名' : '还没有人员' }}
    />
  )
}

const guestFilters: readonly Filter[] = [
  { kind: 'text', name: 'keyword', label: '用户名', placeholder: '完整的用户名' },
]
const filters: readonly Filter[] = [
  { kind: 'text', name: 'keyword', label: '人员', placeholder: '姓名、拼音或用户名' },
  { kind: 'select', name: 'deptId', label: '单位', options: useDeptOptions },
  { kind: 'select', name: 'postId', label: '岗位', options: usePostOptions },
]
const columns: readonly Column<DirectoryRow>[] = [
  { key: 'name', title: '姓名', main: true },
  { key: 'username', title: '用户名' },
  { key: 'dept', title: '单位' },
  {
    key: 'userType',
    title: '类型',
    for: ['accounts', 'assets'],
    render: (p) => <TypeName value={p.userType} />,
  },
  { key: 'posts', title: '岗位', render: (p) => p.posts.join('、') || <span className="muted">—</span> },
]

function TypeName({ value }: { value: string }) {
  const types = useCodeLabels('campus_user_type')
  // While the labels load, the code itself is not shown.
  return types.get(value) ?? (types.size > 0 ? value : '')
}
