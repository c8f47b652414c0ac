import { PanelList } from '../parts/panel-list.tsx'

export default function ImportListPage() {
  return <PanelList kind="import" title="进口设备论证汇总" />
}
