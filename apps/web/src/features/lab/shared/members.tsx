import { Input, Select } from 'antd'
import { useState } from 'react'
import { labCalls, labRoles, labRoleWords, type LabMemberRow, type LabRole } from '@portal/contract/lab/lab'
import { say } from '../../../lib/tell.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Button, Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { RowActions, type RowAction } from '../../../ui/list/row-actions.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { PersonSelect } from '../../people/shared/person-select.tsx'
import { useAddMember, useMembers, useRemoveMember } from '../edit.queries.ts'
import { useSetMemberPhone } from '../lab.queries.ts'

/** Directors, administrators and members of a lab, each with their phone number there. */
export function Members({ labId, mayEdit }: { labId: number; mayEdit: boolean }) {
  const query = useMembers({ query: { labId } })
  const remove = useRemoveMember()
  const [asked, setAsked] = useState<LabMemberRow | 'new' | null>(null)
  const close = () => setAsked(null)
  const rows = (query.data ?? []).toSorted((a, b) => labRoles.indexOf(a.role) - labRoles.indexOf(b.role))
  const actions: readonly RowAction<LabMemberRow>[] = [
    { label: '设置电话', run: setAsked },
    {
      label: '移除',
      danger: true,
      confirm: (m) => ({
        title: `移除${labRoleWords[m.role]} ${m.user.name}？`,
        text: '移除后不再拥有该职务的权限，其经手的记录不受影响。',
        ok: '移除',
      }),
      run: (m) => remove.run({ params: { id: m.id } }).then(() => say('success', '已移除')),
    },
  ]
  return (
    <Card
      title="管理员与成员"
      extra={
        mayEdit && (
          <Button kind="primary" size="small" onClick={() => setAsked('new')}>
            添加人员
          </Button>
        )
      }
    >
      {query.isPending ? (
        <Skeleton rows={4} height={28} />
      ) : query.error ? (
        <PageError error={query.error} onRetry={() => void query.refetch()} />
      ) : rows.length === 0 ? (
        <Empty text="还没有登记人员" />
      ) : (
        <DataTable
          caption="管理员与成员"
          columns={columns}
          rows={rows}
          rowKey={(m) => m.id}
          actions={mayEdit ? (row) => <RowActions row={row} actions={actions} /> : undefined}
        />
      )}
      <Modal
        open={asked !== null}
        title={asked === 'new' ? '添加人员' : '设置电话'}
        footer={null}
        onCancel={close}
        destroyOnHidden
      >
        {asked === 'new' ? (
          <MemberForm labId={labId} onDone={close} />
        ) : (
          asked && <PhoneForm member={asked} onDone={close} />
        )}
      </Modal>
    </Card>
  )
}

type Values = Partial<Pick<LabMemberRow, 'role'>> & { userId?: number }
function MemberForm({ labId, onDone }: { labId: number; onDone: () => void }) {
  const form = useSubmit<typeof labCalls.addMember, Values>(useAddMember(), {
    // Without a default: each post gives other rights, so whoever adds a person names it. An empty one is
    // refused by the schema.
    args: ({ userId = 0, role }) => ({ body: { labId, userId, role: role as LabRole } }),
    after: (_, { role }) => {
      say('success', role ? `已添加为${labRoleWords[role]}` : '人员已添加')
      onDone()
    },
  })
  return (
    <FormPage form={form} submit="添加人员" onCancel={onDone}>
      <Field name="userId" label="人员" required>
        <PersonSelect />
      </Field>
      <Field name="role" label="职务">
        <Select
          options={labRoles.map((r) => ({ value: r, label: labRoleWords[r] }))}
          placeholder="请选择职务"
        />
      </Field>
    </FormPage>
  )
}

function PhoneForm({ member, onDone }: { member: LabMemberRow; onDone: () => void }) {
  const form = useSubmit<typeof labCalls.memberPhone>(useSetMemberPhone(), {
    initial: { phone: member.phone },
    args: ({ phone }) => ({ body: { id: member.id, phone: phone ?? '' } }),
    done: '电话已保存',
    after: onDone,
  })
  return (
    <FormPage form={form} submit="保存电话" onCancel={onDone}>
      <Field name="phone" label={`${member.user.name}在本实验室的电话`} hint="不填则显示其个人电话">
        <Input maxLength={20} inputMode="tel" />
      </Field>
    </FormPage>
  )
}

const columns: readonly Column<LabMemberRow>[] = [
  {
    key: 'name',
    title: '姓名',
    main: true,
    render: (m) => `${m.user.name}（${m.user.username}${m.user.enabled ? '' : '，已停用'}）`,
  },
  { key: 'role', title: '职务', render: (m) => labRoleWords[m.role] },
  { key: 'dept', title: '单位', render: (m) => m.user.deptName ?? '未登记' },
  { key: 'phone', title: '电话', render: (m) => m.phone ?? m.user.phone ?? '未登记' },
  { key: 'email', title: '邮箱', render: (m) => m.user.email ?? '未登记' },
]
