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
 * Contact data; a guest may also correct name and organisation. A new address has to be confirmed by a code.
 */
export function ProfileForm({ profile, onDone }: { profile: Profile; onDone?: () => void }) {
  const { email, phone, name, organization, onCampus } = profile
  const [typed, setTyped] = useState(email ?? '')
  const form = useSubmit<typeof accountCalls.changeProfile, Values>(useChangeProfile(), {
    initial: {
      email: email ?? '',
      phone: phone ?? '',
      ...(!onCampus && { name, organization: organization ?? '' }),
    },
    done: '资料已保存',
    after: () => {
      void renewUser().catch(() => {})
      onDone?.()
    },
  })
  const moved = typed.trim() !== '' && typed.trim().toLowerCase() !== email
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
      <Field name="email" label="邮箱" hint="用于接收通知和找回密码；更换时需要验证新邮箱">
        <Input maxLength={100} type="email" autoComplete="email" />
      </Field>
      {moved && (
        <Field name="code" label="新邮箱验证码" required>
          <EmailCode purpose="change" email={() => typed} />
        </Field>
      )}
    </FormPage>
  )
}
