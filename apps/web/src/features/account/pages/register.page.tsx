import { Input, Radio } from 'antd'
import { Link, useNavigate } from 'react-router'
import { tierWords } from '@portal/contract/people/people'
import type { accountCalls } from '@portal/contract/account/account'
import type { Arguments } from '@portal/contract/kernel/call'
import { to } from '../../../lib/paths.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { useRegister } from '../account.queries.ts'
import { EmailCode } from '../parts/email-code.tsx'
import { NewPassword } from '../parts/new-password.tsx'
import '../account.css'

type Body = NonNullable<Arguments<typeof accountCalls.register>['body']>
type Values = Body & { again?: string }

/** Registration of people from outside. */
export default function RegisterPage() {
  const navigate = useNavigate()
  const form = useSubmit<typeof accountCalls.register, Values>(useRegister(), {
    initial: { tier: 'company' },
    args: ({ again: _, ...body }) => ({ body }),
    done: ({ username }) => `注册成功，请用“${username}”登录`,
    after: () => void navigate(to('/login')),
  })
  return (
    <div className="account-narrow">
      <FormPage
        title="校外用户注册"
        form={form}
        submit="注册"
        intro={
          <p>
            供外校与企业用户使用；在校师生请直接使用<Link to={to('/login')}>统一身份认证登录</Link>
            ，无需注册。
          </p>
        }
        extra={<Link to={to('/login')}>已有账号，去登录</Link>}
      >
        <Field
          name="username"
          label="用户名"
          hint="4–32 位，以字母开头，可含字母、数字和 . _ -；注册后不能修改"
        >
          <Input maxLength={32} autoComplete="username" autoCapitalize="none" spellCheck={false} />
        </Field>
        <NewPassword name="password" />
        <Field name="name" label="姓名">
          <Input maxLength={50} autoComplete="name" />
        </Field>
        <Field name="tier" label="单位类型" hint="决定收费标准">
          <Radio.Group
            options={(['school', 'company'] as const).map((value) => ({ value, label: tierWords[value] }))}
          />
        </Field>
        <Field name="organization" label="单位名称" hint="请填写营业执照或法人证书上的全称">
          <Input maxLength={100} autoComplete="organization" />
        </Field>
        <Field name="phone" label="联系电话">
          <Input maxLength={20} type="tel" autoComplete="tel" />
        </Field>
        <Field name="email" label="邮箱" hint="用于接收通知和找回密码">
          <Input maxLength={100} type="email" autoComplete="email" />
        </Field>
        <Field name="code" label="邮箱验证码">
          <EmailCode
            purpose="register"
            email={() => form.antd.getFieldValue('email') as string | undefined}
          />
        </Field>
      </FormPage>
    </div>
  )
}
