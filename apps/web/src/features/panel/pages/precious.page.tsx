import { PanelScreen } from '../parts/panel-screen.tsx'

export default function PreciousPage() {
  return <PanelScreen kind="precious" title="贵重仪器论证" />
}
