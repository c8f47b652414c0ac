import { Input } from 'antd'
import { useNavigate } from 'react-router'
import type { accountCalls } from '@portal/contract/account/account'
import type { Arguments } from '@portal/contract/kernel/call'
import { to } from '../../../lib/paths.ts'
import { displayName, useUser } from '../../../lib/session.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { confirmLosing } from '../../../ui/form/leave.ts'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Button } from '../../../ui/light.tsx'
import { signOut } from '../../session/shared/session.ts'
import { renewUser, useChangePassword } from '../account.queries.ts'
import { NewPassword } from '../parts/new-password.tsx'
import '../account.css'

type Values = NonNullable<Arguments<typeof accountCalls.changePassword>['body']> & { again?: string }

/**
 * Replaces every screen while the user has a password set by an administrator: the server refuses all other
 * calls.
 */
export default function MustChangePassword() {
  const user = useUser()
  const navigate = useNavigate()
  const form = useSubmit<typeof accountCalls.changePassword, Values>(useChangePassword(), {
    args: ({ again: _, ...body }) => ({ body }),
    done: '密码已修改',
    after: () => void renewUser(),
  })
  async function leave() {
    if (!(await confirmLosing('退出登录'))) return
    await signOut()
    await navigate(to('/login'))
  }
  return (
    <main id="main" tabIndex={-1} className="account-narrow" style={{ paddingBlock: 24, paddingInline: 16 }}>
      <header className="page-head">
        <h1>请先修改密码</h1>
        <Button onClick={() => void leave()}>退出登录</Button>
      </header>
      <p>
        {user && `${displayName(user)}，`}
        您的密码由管理员设置。为保证账号安全，请改成只有您自己知道的密码，之后即可继续使用平台。
      </p>
      <FormPage form={form} submit="修改密码">
        <Field name="oldPassword" label="管理员给您的密码">
          <Input.Password maxLength={200} autoComplete="current-password" />
        </Field>
        <NewPassword name="newPassword" label="新密码" />
      </FormPage>
    </main>
  )
}
