import { AssetNav } from '../../asset/shared/asset-nav.tsx'
import { PanelScreen } from '../parts/panel-screen.tsx'

export default function ScrapPage() {
  return <PanelScreen kind="scrap" title="报废论证" intro={<AssetNav />} />
}
