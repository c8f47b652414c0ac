import { Link } from 'react-router'
import { useState } from 'react'
import type { CurrentUser } from '@portal/contract/session/session'
import { campusTime } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { displayName } from '../../../lib/session.ts'
import { Icon } from '../../../ui/icon.tsx'
import { ButtonLink } from '../../../ui/light.tsx'
import { Whole } from '../../../ui/whole.tsx'
import { greetingAt } from '../account.rules.ts'
import { Avatar } from './avatar.tsx'

/** Greeting with the date, and the two most frequent links. */
export function Greeting({ user }: { user: CurrentUser }) {
  const [now] = useState(() => campusTime(new Date()))
  const missing = [!user.phone && '联系电话', !user.email && '邮箱'].filter(Boolean).join('和')
  return (
    <header className="card greeting">
      <Avatar name={displayName(user)} url={user.avatar} size={64} />
      <div>
        <h1>
          {now ? greetingAt(Number(now.hour)) : '您好'}，{displayName(user)}
        </h1>
        <p className="muted">
          <Whole>
            {[user.dept?.name, now && `今天是 ${now.year}-${now.month}-${now.day} ${now.weekday}`]
              .filter(Boolean)
              .join(' · ')}
          </Whole>
        </p>
        {missing && (
          <p className="greeting-note">
            <Icon name="info" size={16} /> 您还没有填写{missing}，预约通知可能无法送达，
            <Link to={to('/infoPrefect')}>去完善</Link>
          </p>
        )}
      </div>
      <p className="greeting-ways">
        <ButtonLink kind="primary" icon="search" to={to('/osp/share-platform')}>
          查找仪器
        </ButtonLink>
        <ButtonLink icon="device" to={to('/account/subscribe-list')}>
          我的预约
        </ButtonLink>
      </p>
    </header>
  )
}
