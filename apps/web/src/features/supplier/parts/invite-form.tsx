import { Input } from 'antd'
import { useState } from 'react'
import { INVITATION_DAYS, type SupplierDetail, type supplierCalls } from '@portal/contract/supplier/supplier'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { useInvite, useInviteAgain } from '../supplier.queries.ts'

const sent = (s: SupplierDetail) => `邀请已发送到 ${s.email}`

/** Invites a new company: name and contact. */
export function InviteForm({ onDone }: { onDone: (s: SupplierDetail) => void }) {
  const form = useSubmit<typeof supplierCalls.invite>(useInvite(), {
    done: sent,
    after: onDone,
    draft: 'supplier:invite',
  })
  return (
    <FormPage
      form={form}
      submit="发送邀请"
      columns={2}
      intro={
        <p className="muted">
          系统把激活链接发到联系人邮箱，{INVITATION_DAYS} 天内有效；过期或未收到时可以重新发送。
        </p>
      }
    >
      <CompanyFields />
      <ContactFields />
    </FormPage>
  )
}

/** Invites the same company again, possibly another contact, or with its mistyped name put right. */
export function InviteAgainForm({
  supplier,
  onDone,
}: {
  supplier: Pick<SupplierDetail, 'id' | 'name' | 'creditCode' | 'contact' | 'phone' | 'email'>
  onDone: () => void
}) {
  // What the form began with: a name that a colleague puts right meanwhile is not sent back as it was.
  const [s] = useState(supplier)
  const form = useSubmit<typeof supplierCalls.inviteAgain>(useInviteAgain(), {
    initial: {
      name: s.name,
      creditCode: s.creditCode,
      contact: s.contact,
      phone: s.phone,
      email: s.email,
    },
    args: ({ name, creditCode, ...contact }) => ({
      params: { id: s.id },
      body: {
        ...contact,
        ...(name !== s.name && { name }),
        ...(creditCode !== s.creditCode && { creditCode }),
      },
    }),
    done: sent,
    after: onDone,
  })
  return (
    <FormPage
      form={form}
      submit="重新发送邀请"
      intro={<p className="muted">重新发送后，之前的激活链接失效。</p>}
    >
      <CompanyFields />
      <ContactFields />
    </FormPage>
  )
}

/** Required also where the call may leave them out: a form that shows them empty would keep the old ones. */
const CompanyFields = () => (
  <>
    <Field name="name" label="企业名称" hint="与营业执照一致" required>
      <Input maxLength={100} />
    </Field>
    <Field name="creditCode" label="统一社会信用代码" hint="18 位，系统核对校验码" required>
      <Input maxLength={18} autoCapitalize="characters" spellCheck={false} />
    </Field>
  </>
)
const ContactFields = () => (
  <>
    <Field name="contact" label="联系人">
      <Input maxLength={50} autoComplete="off" />
    </Field>
    <Field name="phone" label="电话">
      <Input maxLength={20} type="tel" autoComplete="off" />
    </Field>
    <Field name="email" label="邮箱" hint="激活链接发到这里">
      <Input maxLength={100} type="email" autoComplete="off" />
    </Field>
  </>
)
