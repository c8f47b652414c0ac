import { useLocation } from 'react-router'
import { screenAt } from '@portal/contract/screens'
import { Empty, ButtonLink, Card } from '../ui/light.tsx'

/** Shown for a screen that is planned but not built: says so, and links back. */
export function Later() {
  const screen = screenAt(useLocation().pathname)
  return (
    <Card>
      <h1>{screen?.title}</h1>
      <Empty text="该功能将在后续版本开放">
        <ButtonLink to={screen?.area === 'back' ? '/maintain/index' : '/osp/home'}>
          {screen?.area === 'back' ? '返回后台首页' : '返回首页'}
        </ButtonLink>
      </Empty>
    </Card>
  )
}
