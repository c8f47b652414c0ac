import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Verdict } from '@portal/contract/kernel/rows'
import { type PersonRow } from '@portal/contract/people/people'
import { useHolds } from '../../../lib/session.ts'
import { say } from '../../../lib/tell.ts'
import { sayVerdicts, sendInParts } from '../../../lib/verdicts.ts'
import { Button } from '../../../ui/light.tsx'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { Drawer, Modal } from '../../../ui/modal.tsx'
import { ImportButton } from '../../bulk/shared/import-drawer.tsx'
import { AssignRoleMany } from '../parts/assign-role-many.tsx'
import { AssignRoles } from '../parts/assign-roles.tsx'
import { CloseAccount } from '../parts/close-account.tsx'
import { NewPassword } from '../parts/new-password.tsx'
import { PersonDetail } from '../parts/person-detail.tsx'
import { ChangePerson, NewPerson } from '../parts/person-form.tsx'
import {
  renewPeople,
  savePeople,
  useCampusPeople,
  usePeople,
  useRemovePerson,
  useResetPassword,
  useSetEnabled,
  useSetEnabledMany,
  useSignOutPerson,
} from '../people.queries.ts'
import { campusFilters, offFilters, campusColumns, offColumns } from '../users.columns.tsx'

const views = { campus: '校内用户', off: '校外用户' } as const

type Asked =
  | { what: 'role'; people: readonly PersonRow[] }
  | { what: 'edit' | 'roles' | 'close'; person: PersonRow }
  | { what: 'new' }
  | { what: 'password'; person: PersonRow; password: string }
const titles: Record<Asked['what'], string> = {
  new: '新增用户',
  edit: '修改用户',
  roles: '分配角色',
  role: '批量分配角色',
  password: '密码已重置',
  close: '停用用户',
}

/** All accounts. */
export default function UsersPage() {
  const [query] = useSearchParams()
  const view = query.get('view') === 'off' ? 'off' : 'campus'
  const editable = useHolds(['USER_ALL'])
  const [asked, setAsked] = useState<Asked | null>(null)
  const [seen, setSeen] = useState<PersonRow | null>(null)
  const setEnabled = useSetEnabled()
  const setEnabledMany = useSetEnabledMany()
  const reset = useResetPassword()
  const signOut = useSignOutPerson()
  const remove = useRemovePerson()
  const close = () => setAsked(null)
  const enable = async (people: readonly PersonRow[], enabled: boolean) => {
    const findName = (id: number) => people.find((p) => p.id === id)?.name ?? ''
    const tell = (answers: readonly (readonly Verdict[])[], unanswered = 0) => {
      const verdicts = answers.flat()
      const noted = verdicts.filter((v) => v.ok && v.message !== '已启用' && v.message !== '已停用')
      if (noted.length > 0)
        say('warning', '以下用户有已处理的事项，或有岗位、学生待安排', {
          lines: noted.map((v) => `${findName(v.id)}：${v.message}`),
          durationMs: 20_000,
        })
      return sayVerdicts(verdicts, enabled ? '启用' : '停用', findName, unanswered)
    }
    const send = (part: readonly PersonRow[]) =>
      setEnabledMany.run({ body: { ids: part.map((p) => p.id), enabled } })
    return tell(await sendInParts(people, send, tell))
  }
  const byId = (p: PersonRow) => ({ params: { id: p.id } })
  return (
    <>
      <ListPage<PersonRow>
        key={view}
        title="用户管理"
        rows={view === 'campus' ? useCampusPeople : usePeople}
        {...(view === 'off' && { fixed: { onCampus: 'false' } })}
        columns={view === 'campus' ? campusColumns : offColumns}
        filters={view === 'campus' ? campusFilters : offFilters}
        intro={
          <LinkTabs
            label="用户范围"
            name="view"
            tabs={Object.entries(views).map(([key, title]) => ({ key, title }))}
            value={view}
            keep={['roleId']}
          />
        }
        onExport={(filters, transfer) =>
          savePeople({ ...filters, onCampus: String(view === 'campus') }, transfer)
        }
        extra={
          editable && (
            <>
              <ImportButton kind="user" onDone={() => void renewPeople()} />
              <Button kind="primary" onClick={() => setAsked({ what: 'new' })}>
                新增用户
              </Button>
            </>
          )
        }
        actions={[
          { label: '详情', run: setSeen },
          { label: '修改', can: 'change', run: (person) => setAsked({ what: 'edit', person }) },
          { label: '分配角色', can: 'assignRoles', run: (person) => setAsked({ what: 'roles', person }) },
          {
            label: '重置密码',
            can: 'resetPassword',
            confirm: (p) => ({
              title: `重置 ${p.name} 的密码？`,
              text: '会生成一个新密码，只显示一次；该用户会在所有设备上退出，用新密码登录后须先修改密码。',
              ok: '重置密码',
            }),
            run: async (person) => setAsked({ what: 'password', person, ...(await reset.run(byId(person))) }),
          },
          {
            label: '强制下线',
            can: 'signOut',
            confirm: (p) => ({
              title: `让 ${p.name} 在所有设备上退出？`,
              text: '账号仍可重新登录。',
              ok: '强制下线',
            }),
            run: (p) => signOut.run(byId(p)).then(() => say('success', '已强制下线')),
          },
          {
            label: '停用',
            can: 'close',
            danger: true,
            run: (person) => setAsked({ what: 'close', person }),
          },
          {
            label: '启用',
            can: 'open',
            run: (p) =>
              setEnabled.run({ ...byId(p), body: { enabled: true } }).then(() => say('success', '已启用')),
          },
          {
            label: '删除',
            can: 'remove',
            danger: true,
            confirm: (p) => ({
              title: `删除用户 ${p.name}（${p.username}）？`,
              text: '只有没有业务记录的用户才能删除，删除后不能恢复。',
              ok: '删除用户',
            }),
            run: (p) => remove.run(byId(p)).then(() => say('success', '用户已删除')),
          },
        ]}
        batch={[
          { label: (n) => `启用 ${n} 人`, can: 'open', run: (people) => enable(people, true) },
          {
            label: (n) => `停用 ${n} 人`,
            can: 'close',
            danger: true,
            confirm: (people) => ({
              title: `停用 ${people.length} 名用户？`,
              text: '他们立即退出登录，停用期间不能登录；业务记录保留。未使用的预约撤销，未完成的结算取消，经费卡停用，待付款的测试单列出待更换付款人或核销。岗位不会移交，如需指定接任人，请逐人停用。',
              ok: `停用 ${people.length} 人`,
            }),
            run: (people) => enable(people, false),
          },
          {
            label: (n) => `为 ${n} 人分配角色`,
            can: 'assignRoles',
            run: (people) => setAsked({ what: 'role', people }),
          },
        ]}
        empty={{ text: `还没有${views[view]}` }}
      />
      <Drawer
        open={seen !== null}
        title={seen && `${seen.name}（${seen.username}）`}
        size={760}
        onClose={() => setSeen(null)}
        destroyOnHidden
      >
        {seen && <PersonDetail id={seen.id} />}
      </Drawer>
      <Modal
        open={asked !== null}
        title={asked && titles[asked.what]}
        footer={null}
        onCancel={close}
        destroyOnHidden
        width={asked?.what === 'password' ? 480 : 720}
      >
        {asked?.what === 'new' && <NewPerson onCampus={view === 'campus'} onDone={close} />}
        {asked?.what === 'edit' && <ChangePerson of={asked.person} onDone={close} />}
        {asked?.what === 'roles' && <AssignRoles of={asked.person} onDone={close} />}
        {asked?.what === 'close' && <CloseAccount of={asked.person} onDone={close} />}
        {asked?.what === 'role' && <AssignRoleMany people={asked.people} onDone={close} />}
        {asked?.what === 'password' && (
          <NewPassword of={asked.person} password={asked.password} onDone={close} />
        )}
      </Modal>
    </>
  )
}
