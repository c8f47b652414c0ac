import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { to } from '../../../lib/paths.ts'
import { useHolds, useUser } from '../../../lib/session.ts'
import { DetailPage, Facts } from '../../../ui/detail/detail-page.tsx'
import { Card } from '../../../ui/light.tsx'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import { useMailSender, useMailSetting } from '../mail.queries.ts'
import { Outbox } from '../parts/outbox.tsx'
import { SettingForm, SettingOfEnvironment } from '../parts/setting-form.tsx'
import { TestMail } from '../parts/test-mail.tsx'

const tabs = [
  { key: 'setting', title: '邮箱设置' },
  { key: 'queue', title: '发送队列' },
]

/** Mail settings of the portal, and the queue of sent and waiting mail. */
export default function EmailPage() {
  const view = useSearchParams()[0].get('view') ?? 'setting'
  // Everyone may see the sender; settings and recipients are for administrators.
  const admin = useHolds(['ADMIN'])
  if (!admin) return <Sender />
  const intro = <LinkTabs label="系统邮箱" name="view" tabs={tabs} value={view} />
  return view === 'queue' ? <Outbox intro={intro} /> : <Setting intro={intro} />
}

function Sender() {
  const sender = useMailSender()
  const user = useUser()
  return (
    <DetailPage title="系统邮箱" query={sender}>
      {(s) => (
        <Card>
          <Facts
            items={[
              { label: '发件人名称', value: s.fromName },
              { label: '发件人地址', value: s.fromAddress },
              { label: '邮件通知', value: s.sends ? '已开启' : '未开启：消息只在站内送达' },
              { label: '发到我的邮箱', value: user?.email ?? '尚未填写' },
            ]}
          />
          <p style={{ marginTop: 12 }}>
            <Link to={to('/account/homepage', { tab: 'profile' })}>修改我的邮箱</Link>
          </p>
        </Card>
      )}
    </DetailPage>
  )
}

function Setting({ intro }: { intro: ReactNode }) {
  const setting = useMailSetting()
  return (
    <DetailPage title="系统邮箱" query={setting}>
      {(s) => (
        <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 }}>
          {intro}
          {s.source === 'environment' ? (
            <SettingOfEnvironment setting={s} />
          ) : (
            <SettingForm key={s.updatedAt} setting={s} />
          )}
          {s.can.includes('test') && <TestMail />}
        </div>
      )}
    </DetailPage>
  )
}
