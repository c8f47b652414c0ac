import { Input } from 'antd'
import type { mailCalls } from '@portal/contract/mail/mail'
import { useUser } from '../../../lib/session.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { useTestMail } from '../mail.queries.ts'

/** Sends a test mail to the user, with the saved settings. */
export function TestMail() {
  const user = useUser()
  const form = useSubmit<typeof mailCalls.test, { to?: string }>(useTestMail(), {
    initial: user?.email ? { to: user.email } : {},
    args: ({ to = '' }) => ({ body: { to } }),
    done: '测试邮件已发出，请到收件箱查看',
  })
  return (
    <FormPage form={form} submit="发送测试邮件" intro={<h2 style={{ fontSize: 16 }}>测试邮件</h2>}>
      <Field name="to" label="收件地址" hint="使用已保存的设置发送">
        <Input maxLength={100} />
      </Field>
    </FormPage>
  )
}
