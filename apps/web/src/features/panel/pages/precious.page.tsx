import { PanelScreen } from '../parts/panel-view.tsx'

export default function PreciousPage() {
  return <PanelScreen kind="precious" title="贵重仪器论证" />
}
