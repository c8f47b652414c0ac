import { Input, InputNumber, Select, Switch } from 'antd'
import {
  mailSecurityWords,
  type mailCalls,
  type MailSecurity,
  type MailSetting,
  type MailSettingBody,
} from '@portal/contract/mail/mail'
import { formatMinute } from '../../../lib/format.ts'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Card } from '../../../ui/light.tsx'
import { useChangeMailSetting } from '../mail.queries.ts'

type Values = Partial<MailSettingBody>
const securities = Object.entries(mailSecurityWords).map(([value, label]) => ({ value, label }))

export function SettingForm({ setting: s }: { setting: MailSetting }) {
  const { host, port, security, username, fromName, fromAddress, enabled } = s
  const form = useSubmit<typeof mailCalls.changeSetting, Values>(useChangeMailSetting(), {
    initial: { host, port, security, username, fromName, fromAddress, enabled },
    args: (v) => ({
      body: {
        host: '',
        port: 0,
        security: 'tls' as MailSecurity,
        fromName: '',
        fromAddress: '',
        enabled: true,
        ...v,
      },
    }),
    done: '系统邮箱已保存',
  })
  return (
    <FormPage
      form={form}
      submit="保存设置"
      columns={2}
      intro={
        s.source === 'none' ? (
          <p className="form-note" role="status">
            尚未设置邮件服务器：站内消息照常送达，邮件保存在发送队列中，设置后自动发出。
          </p>
        ) : (
          s.updatedAt && (
            <p className="muted">
              {s.updatedBy} 于 {formatMinute(s.updatedAt)} 修改
            </p>
          )
        )
      }
    >
      <Field name="host" label="SMTP 服务器">
        <Input maxLength={200} placeholder="smtp.example.edu.cn" />
      </Field>
      <Field name="security" label="加密方式">
        <Select options={securities} />
      </Field>
      <Field name="port" label="端口" hint="SSL/TLS 一般为 465，STARTTLS 一般为 587">
        <InputNumber min={1} max={65535} precision={0} style={{ width: '100%' }} />
      </Field>
      <Field name="username" label="用户名" hint="不需要登录的服务器可不填">
        <Input maxLength={200} autoComplete="off" />
      </Field>
      <Field
        name="password"
        label="密码（授权码）"
        hint={s.hasPassword ? '已保存，不显示；不填则保持不变' : '加密保存，保存后不再显示'}
      >
        <Input.Password maxLength={500} autoComplete="new-password" visibilityToggle={false} />
      </Field>
      <Field name="fromName" label="发件人名称">
        <Input maxLength={50} />
      </Field>
      <Field name="fromAddress" label="发件人地址">
        <Input maxLength={100} placeholder="noreply@example.edu.cn" />
      </Field>
      <Field name="enabled" label="启用" valuePropName="checked" hint="停用后邮件留在发送队列中">
        <Switch />
      </Field>
    </FormPage>
  )
}

/** Settings from the server's environment: shown here, changed there. */
export const SettingOfEnvironment = ({ setting: s }: { setting: MailSetting }) => (
  <Card title="由服务器环境变量设定">
    <p className="muted">
      邮件服务器由启动参数 SMTP_URL、MAIL_FROM 设定，优先于此处的设置；如需修改，请联系服务器管理员。
    </p>
    <Facts
      items={[
        { label: 'SMTP 服务器', value: s.host },
        { label: '端口', value: s.port },
        { label: '加密方式', value: mailSecurityWords[s.security] },
        { label: '用户名', value: s.username },
        { label: '密码', value: s.hasPassword ? '已设置' : '未设置' },
        { label: '发件人', value: `${s.fromName} ${s.fromAddress}`.trim() },
      ]}
    />
  </Card>
)
