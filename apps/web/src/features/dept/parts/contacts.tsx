import { Input, InputNumber } from 'antd'
import { useState } from 'react'
import { MAX_CONTACTS, type ContactRow, type deptCalls } from '@portal/contract/dept/dept'
import { say } from '../../../lib/tell.ts'
import { Button, Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import type { RowAction } from '../../../ui/list/row-actions.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { useContacts, useRemoveContact, useSaveContact } from '../dept.queries.ts'
import { ContactTable } from './contact-table.tsx'

/** The posts of a dept with their contact data. */
export function Contacts({ deptId, mayEdit }: { deptId: number; mayEdit: boolean }) {
  const { data, error, refetch } = useContacts({ query: { deptId, page: 0, size: MAX_CONTACTS } })
  const remove = useRemoveContact()
  const [asked, setAsked] = useState<ContactRow | 'new' | null>(null)
  const close = () => setAsked(null)
  const actions: readonly RowAction<ContactRow>[] = [
    { label: '修改', can: 'edit', run: setAsked },
    {
      label: '删除',
      can: 'edit',
      danger: true,
      confirm: (c) => ({
        title: `删除岗位“${c.post}”？`,
        text: '删除后前台不再显示该岗位的联系方式。',
        ok: '删除岗位',
      }),
      run: (c) => remove.run({ params: { id: c.id } }).then(() => say('success', '岗位已删除')),
    },
  ]
  return (
    <Card
      title="岗位与联系方式"
      extra={
        mayEdit && (
          <Button kind="primary" size="small" onClick={() => setAsked('new')}>
            新增岗位
          </Button>
        )
      }
    >
      {!data ? (
        error ? (
          <PageError error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton rows={3} height={28} />
        )
      ) : data.items.length === 0 ? (
        <Empty text="还没有登记岗位" />
      ) : (
        <ContactTable contacts={data.items} {...(mayEdit && { actions })} />
      )}
      <Modal
        open={asked !== null}
        title={asked === 'new' ? '新增岗位' : '修改岗位'}
        footer={null}
        onCancel={close}
        destroyOnHidden
        width={640}
      >
        {asked && (
          <ContactForm
            deptId={deptId}
            contact={asked === 'new' ? null : asked}
            next={(data?.items.at(-1)?.sort ?? 0) + 10}
            onDone={close}
          />
        )}
      </Modal>
    </Card>
  )
}

function ContactForm({
  deptId,
  contact,
  next,
  onDone,
}: {
  deptId: number
  contact: ContactRow | null
  next: number
  onDone: () => void
}) {
  const { post, name, phone, email, office, duty, sort } = contact ?? {}
  const form = useSubmit<typeof deptCalls.saveContact>(useSaveContact(), {
    initial: contact
      ? { post: post ?? '', name: name ?? '', phone, email, office, duty, sort: sort ?? 0 }
      : { sort: next },
    args: (values) => ({ body: { ...values, deptId, id: contact?.id ?? null } }),
    done: contact ? '岗位已修改' : '岗位已新增',
    after: onDone,
  })
  return (
    <FormPage form={form} submit={contact ? '保存修改' : '新增岗位'} onCancel={onDone} columns={2}>
      <Field name="post" label="岗位">
        <Input maxLength={40} placeholder="设备管理科科长" />
      </Field>
      <Field name="name" label="联系人">
        <Input maxLength={40} />
      </Field>
      <Field name="phone" label="电话">
        <Input maxLength={20} inputMode="tel" />
      </Field>
      <Field name="email" label="邮箱">
        <Input maxLength={100} inputMode="email" />
      </Field>
      <Field name="office" label="办公地点">
        <Input maxLength={100} />
      </Field>
      <Field name="sort" label="排序" hint="小的在前">
        <InputNumber min={0} max={99_999} precision={0} />
      </Field>
      <Field name="duty" label="岗位职责" wide>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={500} showCount />
      </Field>
    </FormPage>
  )
}
