import { useState } from 'react'
import type { RoleCode } from '@portal/contract/people/people'
import type { RoleRow } from '@portal/contract/people/rights'
import { to } from '../../../lib/paths.ts'
import { useHolds } from '../../../lib/session.ts'
import { say } from '../../../lib/tell.ts'
import { Button } from '../../../ui/light.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { Drawer, Modal } from '../../../ui/modal.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { RoleForm } from '../parts/role-form.tsx'
import { RoleMenus } from '../parts/role-menus.tsx'
import { RolePermissions } from '../parts/role-permissions.tsx'
import { saveRoles, useRemoveRole, useRoles } from '../people.queries.ts'

/** Roles of people from outside the university, who are on the other tab of the list of people. */
const outside: ReadonlySet<string> = new Set<RoleCode>(['OFF_CAMPUS', 'SUPPLIER'])

interface Asked {
  what: 'permissions' | 'menus'
  role: RoleRow
}

/** The roles and their permissions. */
export default function RolesPage() {
  const editable = useHolds(['ROLES_ALL'])
  const seesPeople = useHolds(['USER_ALL', 'USER_SELECT'])
  const [form, setForm] = useState<RoleRow | 'new' | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const remove = useRemoveRole()
  const changes = asked?.role.can.includes('change') ?? false
  const add = editable && (
    <Button kind="primary" onClick={() => setForm('new')}>
      新增角色
    </Button>
  )
  return (
    <>
      <ListPage<RoleRow>
        title="角色管理"
        rows={useRoles}
        onExport={saveRoles}
        columns={columns}
        filters={[{ kind: 'text', name: 'keyword', label: '角色', placeholder: '名称或编码' }]}
        extra={add}
        actions={[
          { label: '权限', run: (role) => setAsked({ what: 'permissions', role }) },
          { label: '菜单', run: (role) => setAsked({ what: 'menus', role }) },
          {
            label: '成员',
            show: () => seesPeople,
            to: (r) =>
              to('/maintain/campus-user', { roleId: r.id, view: outside.has(r.code) ? 'off' : null }),
          },
          { label: '修改', can: 'change', run: setForm },
          {
            label: '删除',
            can: 'change',
            show: (r) => !r.builtin,
            danger: true,
            confirm: (r) => ({
              title: `删除角色“${r.name}”？`,
              text: '仍有用户属于该角色时不能删除。',
              ok: '删除角色',
            }),
            run: (r) => remove.run({ params: { id: r.id } }).then(() => say('success', '角色已删除')),
          },
        ]}
        empty={{ text: '还没有角色', action: add }}
      />
      <Modal
        open={form !== null}
        title={form === 'new' ? '新增角色' : '修改角色'}
        footer={null}
        onCancel={() => setForm(null)}
        destroyOnHidden
      >
        {form !== null && <RoleForm of={form === 'new' ? null : form} onDone={() => setForm(null)} />}
      </Modal>
      <Drawer
        open={asked !== null}
        title={asked && `${asked.role.name}的${asked.what === 'menus' ? '菜单' : '权限'}`}
        size={560}
        onClose={() => setAsked(null)}
        destroyOnHidden
      >
        {asked?.what === 'permissions' && (
          <RolePermissions roleId={asked.role.id} editable={changes} onDone={() => setAsked(null)} />
        )}
        {asked?.what === 'menus' && (
          <RoleMenus roleId={asked.role.id} editable={changes} onDone={() => setAsked(null)} />
        )}
      </Drawer>
    </>
  )
}

const columns: readonly Column<RoleRow>[] = [
  { key: 'name', title: '角色', main: true, sort: true },
  { key: 'code', title: '编码', sort: true },
  { key: 'description', title: '说明', phone: false },
  { key: 'people', title: '成员', align: 'right', sort: true, render: (r) => `${r.people} 人` },
  {
    key: 'builtin',
    title: '来源',
    render: (r) => <StateTag tone={r.builtin ? 'draft' : 'active'} text={r.builtin ? '内置' : '自定义'} />,
  },
]
