import { Input, InputNumber, Switch } from 'antd'
import { useState } from 'react'
import type { postCalls, PostRow } from '@portal/contract/people/posts'
import { to } from '../../../lib/paths.ts'
import { useHolds } from '../../../lib/session.ts'
import { say } from '../../../lib/tell.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Button, ButtonLink } from '../../../ui/light.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { savePosts, usePosts, useRemovePost, useSavePost } from '../people.queries.ts'

/** The posts of the depts. */
export default function PostsPage() {
  const editable = useHolds(['USER_ALL'])
  const [asked, setAsked] = useState<PostRow | 'new' | null>(null)
  const remove = useRemovePost()
  const close = () => setAsked(null)
  const add = editable && (
    <Button kind="primary" onClick={() => setAsked('new')}>
      新增岗位
    </Button>
  )
  return (
    <>
      <ListPage<PostRow>
        title="岗位管理"
        rows={usePosts}
        onExport={savePosts}
        columns={columns}
        filters={[
          { kind: 'text', name: 'keyword', label: '岗位', placeholder: '名称、编码或说明' },
          {
            kind: 'select',
            name: 'enabled',
            label: '状态',
            options: [
              { value: 'true', label: '启用' },
              { value: 'false', label: '停用' },
            ],
          },
        ]}
        extra={
          <>
            <ButtonLink to={to('/maintain/user-post')}>岗位人员</ButtonLink>
            {add}
          </>
        }
        actions={[
          { label: '人员', to: (p) => to('/maintain/user-post', { postId: p.id }) },
          { label: '修改', can: 'change', run: setAsked },
          {
            label: '删除',
            can: 'remove',
            danger: true,
            confirm: (p) => ({
              title: `删除岗位“${p.name}”？`,
              text: '仍有人员担任的岗位不能删除，可以停用。',
              ok: '删除岗位',
            }),
            run: (p) => remove.run({ params: { id: p.id } }).then(() => say('success', '岗位已删除')),
          },
        ]}
        empty={{ text: '还没有岗位', action: add }}
      />
      <Modal
        open={asked !== null}
        title={asked === 'new' ? '新增岗位' : '修改岗位'}
        footer={null}
        onCancel={close}
        destroyOnHidden
      >
        {asked !== null && <PostForm of={asked === 'new' ? null : asked} onDone={close} />}
      </Modal>
    </>
  )
}

const columns: readonly Column<PostRow>[] = [
  { key: 'name', title: '岗位', main: true },
  { key: 'code', title: '编码' },
  { key: 'description', title: '说明', phone: false },
  { key: 'holders', title: '人数', align: 'right' },
  { key: 'sort', title: '排序', align: 'right', phone: false },
  {
    key: 'enabled',
    title: '状态',
    render: (p) => <StateTag tone={p.enabled ? 'done' : 'stopped'} text={p.enabled ? '启用' : '停用'} />,
  },
]

interface Values {
  code?: string
  name?: string
  description?: string | null
  sort?: number
  enabled?: boolean
}

function PostForm({ of, onDone }: { of: PostRow | null; onDone: () => void }) {
  const form = useSubmit<typeof postCalls.savePost, Values>(useSavePost(), {
    initial: of
      ? { code: of.code, name: of.name, description: of.description, sort: of.sort, enabled: of.enabled }
      : { sort: 10, enabled: true },
    args: (v) => ({ body: { code: '', name: '', ...v, id: of?.id } }),
    done: of ? '岗位已修改' : '岗位已新增',
    after: onDone,
  })
  return (
    <FormPage form={form} submit={of ? '保存修改' : '新增岗位'} onCancel={onDone}>
      <Field name="code" label="岗位编码" hint="字母、数字、下划线或连字符">
        <Input maxLength={50} />
      </Field>
      <Field name="name" label="岗位名称">
        <Input maxLength={50} />
      </Field>
      <Field name="description" label="说明">
        <Input maxLength={200} />
      </Field>
      <Field name="sort" label="排序" hint="小的在前">
        <InputNumber min={0} max={9999} precision={0} style={{ width: '100%' }} />
      </Field>
      <Field name="enabled" label="启用" valuePropName="checked">
        <Switch />
      </Field>
    </FormPage>
  )
}
