import { tierWords, type PersonRow } from '@portal/contract/people/people'
import { formatShort } from '../../lib/format.ts'
import type { Column } from '../../ui/list/data-table.tsx'
import type { Filter } from '../../ui/list/filters.tsx'
import { useDeptOptions } from '../dept/shared/dept-options.ts'
import { useCodeLabels, useCodeOptions } from '../dictionary/shared/code-options.ts'
import { PersonState } from './parts/person-state.tsx'
import { useRoleOptions } from './people.queries.ts'

const useTypeOptions = () => useCodeOptions('campus_user_type')

const keyword: Filter = {
  kind: 'text',
  name: 'keyword',
  label: '用户',
  placeholder: '姓名、拼音、用户名或学工号',
}
const state: Filter = {
  kind: 'select',
  name: 'enabled',
  label: '状态',
  options: [
    { value: 'true', label: '启用' },
    { value: 'false', label: '停用' },
  ],
}
const role: Filter = { kind: 'select', name: 'roleId', label: '角色', options: useRoleOptions }
export const campusFilters: readonly Filter[] = [
  keyword,
  { kind: 'select', name: 'deptId', label: '单位', options: useDeptOptions },
  { kind: 'select', name: 'userType', label: '用户类型', options: useTypeOptions },
  state,
  role,
]
export const offFilters: readonly Filter[] = [
  keyword,
  {
    kind: 'select',
    name: 'tier',
    label: '单位类型',
    options: [
      { value: 'school', label: tierWords.school },
      { value: 'company', label: tierWords.company },
    ],
  },
  state,
  role,
]

const name: Column<PersonRow> = { key: 'name', title: '姓名', main: true, sort: true }
const username: Column<PersonRow> = {
  key: 'username',
  title: '用户名',
  sort: true,
  width: 130,
  // A long username (an email address) may break, so that the list does not scroll sideways.
  render: (p) => <span className="table-breaks">{p.username}</span>,
}
const rest: readonly Column<PersonRow>[] = [
  { key: 'phone', title: '电话', phone: false, width: 130, for: ['accounts'] },
  {
    key: 'roles',
    title: '角色',
    render: (p) => p.roles.map((r) => r.name).join('、') || <span className="muted">—</span>,
  },
  {
    key: 'lastLoginAt',
    title: '最近登录',
    for: ['accounts'],
    phone: false,
    render: (p) => (p.lastLoginAt ? formatShort(p.lastLoginAt) : <span className="muted">从未登录</span>),
  },
  { key: 'enabled', title: '状态', render: (p) => <PersonState of={p} /> },
]
export const campusColumns: readonly Column<PersonRow>[] = [
  name,
  username,
  { key: 'dept', title: '单位', render: (p) => p.dept?.name ?? <span className="muted">—</span> },
  { key: 'userType', title: '类型', render: (p) => <TypeName value={p.userType} /> },
  ...rest,
]
export const offColumns: readonly Column<PersonRow>[] = [
  name,
  username,
  { key: 'organization', title: '单位' },
  { key: 'tier', title: '单位类型', render: (p) => tierWords[p.tier] },
  ...rest,
]

function TypeName({ value }: { value: string }) {
  return useCodeLabels('campus_user_type').get(value) ?? value
}
