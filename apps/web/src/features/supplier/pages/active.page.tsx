import { Input } from 'antd'
import { Link, useNavigate } from 'react-router'
import type { Arguments } from '@portal/contract/kernel/call'
import type { supplierCalls } from '@portal/contract/supplier/supplier'
import { formatMinute } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { useSecret } from '../../../lib/secret.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { ButtonLink, Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { NewPassword } from '../../account/shared/new-password.tsx'
import { useActivate, useInvitation } from '../supplier.queries.ts'

type Body = NonNullable<Arguments<typeof supplierCalls.activate>['body']>
type Values = Omit<Body, 'token'> & { again?: string }

/** Activates an account; opened from the invitation mail without signing in. */
export default function ActivePage() {
  const token = useSecret('token')
  const { data, error } = useInvitation({ body: { token } }, { enabled: token !== '', staleTime: Infinity })
  return (
    <section className="form-page account-narrow" aria-labelledby="active-title">
      <header className="page-head">
        <h1 id="active-title">激活供应商账号</h1>
      </header>
      {error || token === '' ? (
        <Card>
          <Empty text={error?.message ?? '请从邀请邮件中的链接打开本页'}>
            <ButtonLink to={to('/login')}>已激活，去登录</ButtonLink>
          </Empty>
        </Card>
      ) : data ? (
        <ActivateForm token={token} invitation={data} />
      ) : (
        <Card>
          <Skeleton rows={6} height={28} />
        </Card>
      )}
    </section>
  )
}

function ActivateForm({
  token,
  invitation,
}: {
  token: string
  invitation: { name: string; contact: string; until: string }
}) {
  const navigate = useNavigate()
  const form = useSubmit<typeof supplierCalls.activate, Values>(useActivate(), {
    initial: { name: invitation.contact },
    args: ({ again: _, ...body }) => ({ body: { ...body, token } }),
    done: ({ username }) => `账号已激活，请用“${username}”登录并完善企业资料`,
    after: () => void navigate(`/login?redirect=${encodeURIComponent(to('/osp/storage/providerAuditInfo'))}`),
  })
  return (
    <FormPage
      form={form}
      submit="激活账号"
      intro={
        <p>
          学校邀请 <b>{invitation.name}</b> 注册为设备采购供应商。链接在 {formatMinute(invitation.until)}{' '}
          前有效。
        </p>
      }
      extra={<Link to={to('/login')}>已激活，去登录</Link>}
    >
      <Field
        name="username"
        label="用户名"
        hint="4–32 位，以字母开头，可含字母、数字和 . _ -；激活后不能修改"
      >
        <Input maxLength={32} autoComplete="username" autoCapitalize="none" spellCheck={false} />
      </Field>
      <NewPassword name="password" />
      <Field name="name" label="姓名">
        <Input maxLength={50} autoComplete="name" />
      </Field>
      <Field name="phone" label="联系电话">
        <Input maxLength={20} type="tel" autoComplete="tel" />
      </Field>
    </FormPage>
  )
}
