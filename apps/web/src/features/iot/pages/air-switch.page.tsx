import { useSearchParams } from 'react-router'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import { EventList } from '../parts/event-list.tsx'
import { FindingList } from '../parts/finding-list.tsx'
import { GrantList } from '../parts/grant-list.tsx'
import { UnitList } from '../parts/unit-list.tsx'

const TABS = [
  { key: 'switches', title: '空气开关' },
  { key: 'events', title: '供电记录' },
  { key: 'overrides', title: '手动供电' },
  { key: 'findings', title: '用机核查' },
]
/** 空气开关: switches with their state, events, and overrides without a booking. */
export default function AirSwitchPage() {
  const [search] = useSearchParams()
  const tab = TABS.find((t) => t.key === search.get('tab'))?.key ?? 'switches'
  const intro = <LinkTabs label="空气开关" name="tab" tabs={TABS} value={tab} keep={[]} />
  if (tab === 'events') return <EventList key={tab} title="空气开关" unitKind="air_switch" intro={intro} />
  if (tab === 'findings')
    return <FindingList key={tab} id={Number(search.get('id')) || undefined} intro={intro} />
  if (tab === 'overrides') return <GrantList key={tab} title="空气开关" kind="override" intro={intro} />
  return <UnitList key={tab} title="空气开关" kind="air_switch" intro={intro} />
}
