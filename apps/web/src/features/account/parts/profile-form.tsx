import { Input } from 'antd'
import { useState } from 'react'
import type { accountCalls, Profile } from '@portal/contract/account/account'
import type { Arguments } from '@portal/contract/kernel/call'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { renewUser, useChangeProfile } from '../account.queries.ts'
import { EmailCode } from './email-code.tsx'

type Values = NonNullable<Arguments<typeof accountCalls.changeProfile>['body']>

/**
 * Contact data; a guest may also correct name and organisation. A new address has to be confirmed by a code,
 * and a change of it by the password or, where there is none, by a code to the address before.
 */
export function ProfileForm({ profile, onDone }: { profile: Profile; onDone?: () => void }) {
  const { email, phone, name, organization, onCampus, hasPassword } = profile
  const [typed, setTyped] = useState(email ?? '')
  const moves = (next: string) => next.trim().toLowerCase() !== (email ?? '')
  const form = useSubmit<typeof accountCalls.changeProfile, Values>(useChangeProfile(), {
    initial: {
      email: email ?? '',
      phone: phone ?? '',
      ...(!onCampus && { name, organization: organization ?? '' }),
    },
    // What was typed for another address stays in the form when the user returns to the present one.
    args: (values) => ({
      body: moves(values.email ?? '') ? values : { ...values, code: null, password: null, oldCode: null },
    }),
    done: '资料已保存',
    after: () => {
      void renewUser().catch(() => {})
      onDone?.()
    },
  })
  const moved = moves(typed)
  return (
    <FormPage form={form} submit="保存" onChange={(values) => setTyped(values.email ?? '')}>
      {!onCampus && (
        <>
          <Field name="name" label="姓名" required>
            <Input maxLength={50} autoComplete="name" />
          </Field>
          <Field name="organization" label="单位名称" required>
            <Input maxLength={100} autoComplete="organization" />
          </Field>
        </>
      )}
      <Field name="phone" label="联系电话">
        <Input maxLength={20} type="tel" autoComplete="tel" />
      </Field>
      <Field name="email" label="邮箱" hint="用于接收通知和找回密码；更换时需要验证新邮箱，并确认是您本人">
        <Input maxLength={100} type="email" autoComplete="email" />
      </Field>
      {moved && typed.trim() !== '' && (
        <Field name="code" label="新邮箱验证码" required>
          <EmailCode purpose="change" email={() => typed} />
        </Field>
      )}
      {moved && hasPassword && (
        <Field name="password" label="登录密码" required hint="修改邮箱时，请输入当前的登录密码确认是您本人">
          <Input.Password maxLength={200} autoComplete="current-password" />
        </Field>
      )}
      {moved && !hasPassword && email && (
        <Field
          name="oldCode"
          label="原邮箱验证码"
          required
          hint={`发送到 ${email}，用于确认是您本人；该邮箱无法使用时，请联系管理员修改`}
        >
          <EmailCode purpose="change" email={() => email} />
        </Field>
      )}
    </FormPage>
  )
}
