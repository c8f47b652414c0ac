import { useLocation } from 'react-router'
import { screenAt } from '@portal/contract/screens'
import { Empty, ButtonLink, Card } from '../ui/light.tsx'

/** A screen that exists in the plan and not yet in the program. Says so, and shows the way back. */
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
