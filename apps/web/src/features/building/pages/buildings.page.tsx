import { useSearchParams } from 'react-router'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import { BuildingList } from '../parts/building-list.tsx'
import { MapSettings } from '../parts/map-settings.tsx'
import { RoomList } from '../parts/room-list.tsx'

const tabs = [
  { key: 'buildings', title: '楼宇' },
  { key: 'rooms', title: '房间' },
  { key: 'map', title: '校园地图' },
]

/** Buildings, their rooms, and the campus map. */
export default function BuildingsPage() {
  const [query] = useSearchParams()
  const tab = tabs.find((t) => t.key === query.get('tab'))?.key ?? 'buildings'
  const views = <LinkTabs label="楼宇管理" name="tab" tabs={tabs} value={tab} keep={[]} />
  if (tab === 'rooms') return <RoomList intro={views} />
  return tab === 'map' ? <MapSettings intro={views} /> : <BuildingList intro={views} />
}
