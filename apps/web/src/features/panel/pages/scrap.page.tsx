import { PanelScreen } from '../parts/panel-view.tsx'

export default function ScrapPage() {
  return <PanelScreen kind="scrap" title="报废论证" />
}
