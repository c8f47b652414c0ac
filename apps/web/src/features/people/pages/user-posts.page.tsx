import { Input, Select } from 'antd'
import { useState } from 'react'
import type { postCalls, UserPostRow } from '@portal/contract/people/posts'
import { to } from '../../../lib/paths.ts'
import { useHolds } from '../../../lib/session.ts'
import { say } from '../../../lib/tell.ts'
import { DayInput } from '../../../ui/form/dates.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Button, ButtonLink } from '../../../ui/light.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { useDeptOptions, useOpenDeptOptions } from '../../dept/shared/dept-options.ts'
import {
  saveUserPosts,
  useEveryPost,
  useRemoveUserPost,
  useSaveUserPost,
  useUserPosts,
} from '../people.queries.ts'
import { PersonSelect } from '../shared/person-select.tsx'

/** Which person holds which post in which dept. */
export default function UserPostsPage() {
  const editable = useHolds(['USER_ALL'])
  const [asked, setAsked] = useState<UserPostRow | 'new' | null>(null)
  const remove = useRemoveUserPost()
  const close = () => setAsked(null)
  const add = editable && (
    <Button kind="primary" onClick={() => setAsked('new')}>
      新增岗位人员
    </Button>
  )
  return (
    <>
      <ListPage<UserPostRow>
        title="岗位人员"
        intro={
          <p className="muted">
            岗位不带审批权限，只用于通讯录和自行绘制的流程；院系审批由“用户管理”中授予的“院系负责人”角色决定。
          </p>
        }
        rows={useUserPosts}
        onExport={saveUserPosts}
        columns={columns}
        filters={[
          { kind: 'select', name: 'postId', label: '岗位', options: useEveryPost },
          { kind: 'select', name: 'deptId', label: '单位', options: useDeptOptions },
          { kind: 'text', name: 'keyword', label: '人员', placeholder: '姓名、拼音或用户名' },
        ]}
        extra={
          <>
            <ButtonLink to={to('/maintain/postInfo')}>岗位管理</ButtonLink>
            {add}
          </>
        }
        actions={[
          { label: '修改', can: 'change', run: setAsked },
          {
            label: '移除',
            can: 'remove',
            danger: true,
            confirm: (h) => ({
              title: `移除 ${h.user.name} 的“${h.post.name}”？`,
              text: '只移除岗位，不影响其账号。',
              ok: '移除',
            }),
            run: (h) => remove.run({ params: { id: h.id } }).then(() => say('success', '已移除')),
          },
        ]}
        empty={{ text: '还没有岗位人员', action: add }}
      />
      <Modal
        open={asked !== null}
        title={asked === 'new' ? '新增岗位人员' : '修改岗位人员'}
        footer={null}
        onCancel={close}
        destroyOnHidden
      >
        {asked !== null && <HolderForm of={asked === 'new' ? null : asked} onDone={close} />}
      </Modal>
    </>
  )
}

const columns: readonly Column<UserPostRow>[] = [
  {
    key: 'user',
    title: '姓名',
    main: true,
    render: (h) => (
      <>
        {h.user.name}
        {!h.user.enabled && <span className="muted">（已停用）</span>}
      </>
    ),
  },
  { key: 'username', title: '用户名', render: (h) => h.user.username },
  { key: 'post', title: '岗位', render: (h) => h.post.name },
  { key: 'dept', title: '单位', render: (h) => h.dept.name },
  { key: 'since', title: '任职日期' },
  { key: 'note', title: '备注', phone: false },
]

interface Values {
  userId?: number
  postId?: number
  deptId?: number
  since?: string | null
  note?: string | null
}

function HolderForm({ of, onDone }: { of: UserPostRow | null; onDone: () => void }) {
  // A closed post stays with its holder, but is not given to others.
  const posts = useEveryPost().filter((p) => p.enabled || p.value === of?.post.id)
  const depts = useOpenDeptOptions(of?.dept.id ?? null)
  const form = useSubmit<typeof postCalls.saveUserPost, Values>(useSaveUserPost(), {
    initial: of
      ? { userId: of.user.id, postId: of.post.id, deptId: of.dept.id, since: of.since, note: of.note }
      : {},
    args: (v) => ({ body: { userId: 0, postId: 0, deptId: 0, ...v, id: of?.id } }),
    done: of ? '已修改' : '岗位人员已新增',
    after: onDone,
  })
  return (
    <FormPage form={form} submit={of ? '保存修改' : '新增岗位人员'} onCancel={onDone}>
      <Field name="userId" label="人员">
        <PersonSelect known={of?.user} />
      </Field>
      <Field name="postId" label="岗位">
        <Select options={posts} showSearch={{ optionFilterProp: 'label' }} placeholder="请选择岗位" />
      </Field>
      <Field name="deptId" label="单位">
        <Select options={depts} showSearch={{ optionFilterProp: 'label' }} placeholder="请选择单位" />
      </Field>
      <Field name="since" label="任职日期">
        <DayInput />
      </Field>
      <Field name="note" label="备注">
        <Input maxLength={200} />
      </Field>
    </FormPage>
  )
}
