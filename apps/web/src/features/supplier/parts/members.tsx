import { Input } from 'antd'
import { useState } from 'react'
import type { SupplierDetail, supplierCalls } from '@portal/contract/supplier/supplier'
import { say } from '../../../lib/tell.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Button, Card, Empty } from '../../../ui/light.tsx'
import { DataTable } from '../../../ui/list/data-table.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { useAddMember, useRemoveMember } from '../supplier.queries.ts'
import { memberColumns } from './company-summary.tsx'

/** The people who act for the company. The offices add and remove them. */
export function Members({ supplier: s }: { supplier: SupplierDetail }) {
  const [adding, setAdding] = useState(false)
  const [told, setTold] = useState<{ username: string; password: string } | null>(null)
  const remove = useRemoveMember()
  const manages = s.can.includes('members')
  return (
    <Card
      title={`企业人员（${s.members.length} 人）`}
      extra={
        manages && (
          <Button size="small" onClick={() => setAdding(true)}>
            添加人员
          </Button>
        )
      }
    >
      {told && (
        <p role="status">
          已添加 <b>{told.username}</b>，初始密码 <b className="num">{told.password}</b>
          （只显示这一次，首次登录须修改）。
        </p>
      )}
      {s.members.length === 0 ? (
        <Empty text="账号尚未激活" />
      ) : (
        <DataTable
          caption="企业人员"
          columns={memberColumns}
          rows={s.members}
          rowKey={(m) => m.id}
          actions={
            manages && s.members.length > 1
              ? [
                  {
                    label: '移除',
                    danger: true,
                    confirm: (m) => ({
                      title: `移除 ${m.name}？`,
                      text: '移除后不能再代表该企业操作。',
                      ok: `移除 ${m.name}`,
                    }),
                    run: (m) =>
                      remove.run({ params: { id: s.id, userId: m.id } }).then(() => say('success', '已移除')),
                  },
                ]
              : undefined
          }
        />
      )}
      <Modal
        open={adding}
        title="添加企业人员"
        footer={null}
        onCancel={() => setAdding(false)}
        destroyOnHidden
      >
        <MemberForm
          supplierId={s.id}
          onDone={(member) => {
            setTold(member)
            setAdding(false)
          }}
        />
      </Modal>
    </Card>
  )
}

function MemberForm({
  supplierId,
  onDone,
}: {
  supplierId: number
  onDone: (member: { username: string; password: string }) => void
}) {
  const form = useSubmit<typeof supplierCalls.addMember>(useAddMember(), {
    args: (body) => ({ params: { id: supplierId }, body }),
    after: onDone,
  })
  return (
    <FormPage form={form} submit="添加人员">
      <Field name="username" label="用户名" hint="4–32 位，以字母开头">
        <Input maxLength={32} autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Field>
      <Field name="name" label="姓名">
        <Input maxLength={50} autoComplete="off" />
      </Field>
      <Field name="phone" label="电话">
        <Input maxLength={20} type="tel" autoComplete="off" />
      </Field>
      <Field name="email" label="邮箱">
        <Input maxLength={100} type="email" autoComplete="off" />
      </Field>
    </FormPage>
  )
}
