import { Input } from 'antd'
import { Link } from 'react-router'
import type { accountCalls } from '@portal/contract/account/account'
import type { Arguments } from '@portal/contract/kernel/call'
import { to } from '../../../lib/paths.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Card } from '../../../ui/light.tsx'
import { useChangePassword } from '../account.queries.ts'
import { NewPassword } from './new-password.tsx'

type Values = NonNullable<Arguments<typeof accountCalls.changePassword>['body']> & { again?: string }

export function PasswordForm({ hasPassword }: { hasPassword: boolean }) {
  const form = useSubmit<typeof accountCalls.changePassword, Values>(useChangePassword(), {
    args: ({ again: _, ...body }) => ({ body }),
    done: '密码已修改，其他设备上的登录已注销',
    after: () => form.antd.resetFields(),
  })
  if (!hasPassword) {
    return (
      <Card title="修改密码">
        <p>
          您通过统一身份认证登录，没有平台密码。需要时可<Link to={to('/pwdback')}>用邮箱验证码设置一个</Link>
          。
        </p>
      </Card>
    )
  }
  return (
    <section aria-labelledby="change-password">
      <h2 id="change-password" className="account-heading">
        修改密码
      </h2>
      <FormPage form={form} submit="修改密码">
        <Field name="oldPassword" label="原密码">
          <Input.Password maxLength={200} autoComplete="current-password" />
        </Field>
        <NewPassword name="newPassword" label="新密码" />
      </FormPage>
    </section>
  )
}
