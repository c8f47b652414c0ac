import { PanelScreen } from '../parts/panel-screen.tsx'

export default function ImportPage() {
  return <PanelScreen kind="import" title="进口设备论证" />
}
