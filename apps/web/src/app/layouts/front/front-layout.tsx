import { Outlet } from 'react-router'
import { FrontFooter } from './footer.tsx'
import { FrontHeader } from './header.tsx'
import './front.css'

/** Header, content and footer of the public site, the lab, share, account and equipment pages. */
export function FrontLayout() {
  return (
    <div className="front">
      <FrontHeader />
      <main id="main" className="front-main" tabIndex={-1}>
        <Outlet />
      </main>
      <FrontFooter />
    </div>
  )
}
