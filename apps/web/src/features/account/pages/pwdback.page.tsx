import { Input } from 'antd'
import { Link, useNavigate } from 'react-router'
import type { accountCalls } from '@portal/contract/account/account'
import type { Arguments } from '@portal/contract/kernel/call'
import { to } from '../../../lib/paths.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { forgetSession } from '../../session/shared/session.ts'
import { useResetPassword } from '../account.queries.ts'
import { EmailCode } from '../parts/email-code.tsx'
import { NewPassword } from '../parts/new-password.tsx'
import '../account.css'

type Values = NonNullable<Arguments<typeof accountCalls.resetPassword>['body']> & { again?: string }

/** Resets a forgotten password by a code sent to the account's mailbox. */
export default function PasswordBackPage() {
  const navigate = useNavigate()
  const form = useSubmit<typeof accountCalls.resetPassword, Values>(useResetPassword(), {
    args: ({ again: _, ...body }) => ({ body }),
    done: ({ username }) => `密码已重置，请用“${username}”登录`,
    after: () => {
      // The reset has ended all sessions of the account. With a token, /login would lead to the home page.
      forgetSession()
      void navigate(to('/login'))
    },
  })
  return (
    <div className="account-narrow">
      <FormPage
        title="找回密码"
        form={form}
        submit="重置密码"
        intro={
          <p>
            验证码会发送到账号登记的邮箱。重置后，该账号在所有设备上的登录都会失效；邮箱无法使用时，请联系管理员重置。
          </p>
        }
        extra={<Link to={to('/login')}>返回登录</Link>}
      >
        <Field name="email" label="账号邮箱">
          <Input maxLength={100} type="email" autoComplete="email" />
        </Field>
        <Field name="code" label="邮箱验证码">
          <EmailCode purpose="reset" email={() => form.antd.getFieldValue('email') as string | undefined} />
        </Field>
        <NewPassword name="password" label="新密码" />
      </FormPage>
    </div>
  )
}
