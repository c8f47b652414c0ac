import { Input } from 'antd'
import type { SupplierDetail, supplierCalls } from '@portal/contract/supplier/supplier'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { useSaveAccount } from '../supplier.queries.ts'

/** Data that the company changes without an audit: contact, bank, invoicing. */
export function AccountForm({ supplier: s }: { supplier: SupplierDetail }) {
  const form = useSubmit<typeof supplierCalls.account>(useSaveAccount(), {
    initial: {
      contact: s.contact,
      phone: s.phone,
      email: s.email,
      bankName: s.bankName,
      bankAccount: s.bankAccount,
      invoiceTitle: s.invoiceTitle,
      invoiceAddress: s.invoiceAddress,
    },
    done: '账号信息已保存',
  })
  return (
    <FormPage
      form={form}
      submit="保存"
      columns={2}
      intro={<p className="muted">修改银行账号时，学校招标办会收到通知并核对。</p>}
    >
      <Field name="contact" label="联系人">
        <Input maxLength={50} autoComplete="name" />
      </Field>
      <Field name="phone" label="电话">
        <Input maxLength={20} type="tel" autoComplete="tel" />
      </Field>
      <Field name="email" label="邮箱">
        <Input maxLength={100} type="email" autoComplete="email" />
      </Field>
      <Field name="bankName" label="开户银行">
        <Input maxLength={100} />
      </Field>
      <Field name="bankAccount" label="银行账号">
        <Input maxLength={40} inputMode="numeric" />
      </Field>
      <Field name="invoiceTitle" label="发票抬头">
        <Input maxLength={100} />
      </Field>
      <Field name="invoiceAddress" label="发票寄送地址" wide>
        <Input maxLength={200} />
      </Field>
    </FormPage>
  )
}
