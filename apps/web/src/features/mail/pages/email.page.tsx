import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useHolds } from '../../../lib/session.ts'
import { DetailPage } from '../../../ui/detail/detail-page.tsx'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import { useMailSetting } from '../mail.queries.ts'
import { Outbox } from '../parts/outbox.tsx'
import { SettingForm, SettingOfEnvironment } from '../parts/setting-form.tsx'
import { TestMail } from '../parts/test-mail.tsx'

const tabs = [
  { key: 'setting', title: '邮箱设置' },
  { key: 'queue', title: '发送队列' },
]

/** The portal's own mailbox: how mail leaves it, and what has left or waits. */
export default function EmailPage() {
  const view = useSearchParams()[0].get('view') ?? 'setting'
  // Who may enter the back office without being its administrator is told so once, without tabs and filters
  // around it.
  const admin = useHolds(['ADMIN'])
  const intro = <LinkTabs label="系统邮箱" name="view" tabs={tabs} value={view} />
  return view === 'queue' && admin ? <Outbox intro={intro} /> : <Setting intro={intro} />
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
