import { tierWords, type PersonDetail as Detail } from '@portal/contract/people/people'
import { sessionKindWords } from '@portal/contract/session/session'
import { formatMinute } from '../../../lib/format.ts'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { Card, Skeleton } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { useCodeLabels } from '../../dictionary/shared/code-options.ts'
import { usePerson } from '../people.queries.ts'
import { PersonState } from './person-state.tsx'

const labRoleWords = { lab_director: '主任', lab_admin: '管理员', lab_member: '成员' } as const

const sessionColumns: readonly Column<Detail['sessions'][number]>[] = [
  { key: 'createdAt', title: '登录时间', main: true, render: (s) => formatMinute(s.createdAt) },
  { key: 'kind', title: '类型', render: (s) => sessionKindWords[s.kind] },
  { key: 'ip', title: 'IP 地址' },
  { key: 'expiresAt', title: '有效期至', render: (s) => formatMinute(s.expiresAt) },
]
const cardColumns: readonly Column<Detail['cards'][number]>[] = [
  { key: 'number', title: '卡号', main: true },
  { key: 'name', title: '名称' },
  { key: 'owner', title: '关系', render: (c) => (c.owner ? '持有人' : '被授权') },
]

/** The data that is needed to manage a person's account. */
export function PersonDetail({ id }: { id: number }) {
  const { data: p, error, refetch } = usePerson({ params: { id } })
  const types = useCodeLabels('campus_user_type')
  if (!p)
    return error ? (
      <PageError error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton rows={10} height={22} />
    )
  return (
    <div style={{ display: 'grid', gap: 16 }}>
      <Card title="基本信息">
        <Facts
          items={[
            { label: '用户名', value: p.username },
            { label: '姓名', value: p.name },
            { label: '单位', value: p.onCampus ? p.dept?.name : p.organization },
            { label: '用户类型', value: types.get(p.userType) ?? p.userType },
            { label: '收费标准', value: tierWords[p.tier] },
            {
              label: '导师',
              value:
                p.supervisor &&
                `${p.supervisor.name}（${p.supervisor.username}${p.supervisor.enabled ? '' : '，已停用'}）`,
            },
            { label: '状态', value: <PersonState of={p} /> },
            { label: '邮箱', value: p.email },
            { label: '电话', value: p.phone },
            { label: '角色', value: p.roles.map((r) => r.name).join('、'), wide: true },
            {
              label: '密码',
              value: !p.hasPassword
                ? '无平台密码'
                : p.mustChangePassword
                  ? '由管理员设置，尚未修改'
                  : '已设置',
            },
            { label: '注册时间', value: formatMinute(p.createdTime) },
            { label: '最近登录', value: p.lastLoginAt && formatMinute(p.lastLoginAt) },
          ]}
        />
      </Card>
      <Card title="实验室与岗位">
        <Facts
          items={[
            {
              label: '实验室',
              value: p.labs.map((l) => `${l.name}（${labRoleWords[l.role]}）`).join('、'),
              wide: true,
            },
            { label: '岗位', value: p.posts.map((x) => `${x.dept} ${x.post}`).join('、'), wide: true },
          ]}
        />
      </Card>
      <Card title="经费卡">
        {p.cards.length > 0 ? (
          <DataTable caption="经费卡" columns={cardColumns} rows={p.cards} rowKey={(c) => c.id} />
        ) : (
          <p className="muted">没有经费卡</p>
        )}
      </Card>
      <Card title="登录">
        {p.sessions.length > 0 ? (
          <DataTable caption="登录" columns={sessionColumns} rows={p.sessions} rowKey={(s) => s.id} />
        ) : (
          <p className="muted">当前没有登录</p>
        )}
      </Card>
    </div>
  )
}
