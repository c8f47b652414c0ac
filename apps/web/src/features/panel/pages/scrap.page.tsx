import { useSearchParams } from 'react-router'
import { AssetNav } from '../../asset/shared/asset-nav.tsx'
import { PanelScreen } from '../parts/panel-view.tsx'

export default function ScrapPage() {
  const listed = !useSearchParams()[0].get('id')
  return (
    <>
      {listed && <AssetNav />}
      <PanelScreen kind="scrap" title="报废论证" />
    </>
  )
}
