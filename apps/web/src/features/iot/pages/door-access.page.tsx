import { useSearchParams } from 'react-router'
import { iotOffice, iotViewers } from '@portal/contract/iot/iot'
import { useHolds } from '../../../lib/session.ts'
import { to } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/light.tsx'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import { CardList } from '../parts/card-list.tsx'
import { EventList } from '../parts/event-list.tsx'
import { GrantList } from '../parts/grant-list.tsx'
import { UnitList } from '../parts/unit-list.tsx'

const TABS = [
  { key: 'doors', title: '门禁' },
  { key: 'events', title: '进出记录' },
  { key: 'grants', title: '授权' },
]
/** 门禁管理: doors, their events, grants to enter without a booking, and cards. */
export default function DoorAccessPage() {
  const [search] = useSearchParams()
  const office = useHolds(iotOffice)
  const keeps = useHolds(iotViewers)
  // A user who only reviews an instrument comes here from an alarm of its door and sees only the events.
  const own = keeps ? TABS : TABS.filter((t) => t.key === 'events')
  const tabs = office ? [...own, { key: 'cards', title: '门禁卡' }] : own
  const tab = tabs.find((t) => t.key === search.get('tab'))?.key ?? (keeps ? 'doors' : 'events')
  const intro = <LinkTabs label="门禁管理" name="tab" tabs={tabs} value={tab} keep={[]} />
  if (tab === 'events') return <EventList key={tab} title="门禁管理" unitKind="door" intro={intro} />
  if (tab === 'grants') return <GrantList key={tab} title="门禁管理" intro={intro} />
  if (tab === 'cards') return <CardList key={tab} intro={intro} />
  const monitor = <ButtonLink to={to('/open-sharing/gate-monitor')}>门禁监控</ButtonLink>
  return <UnitList key={tab} title="门禁管理" kind="door" intro={intro} extra={monitor} />
}
