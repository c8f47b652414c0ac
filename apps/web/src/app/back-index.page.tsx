import { Link } from 'react-router'
import { displayName, useUser } from '../lib/session.ts'
import { Icon } from '../ui/icon.tsx'
import { Card } from '../ui/light.tsx'
import { backMenu, visibleGroups } from './menu.ts'
import './back-index.css'

/** Where the back office opens: everything the person may open, including what the sidebar leaves out. */
export default function BackIndexPage() {
  const user = useUser()
  if (!user) return null
  return (
    <section className="back-index">
      <h1>{displayName(user)}，您好</h1>
      <div className="back-index-groups">
        {visibleGroups(backMenu, user, { hidden: true }).map((g) => (
          <Card
            key={g.key}
            title={
              <>
                <Icon name={g.icon} /> {g.title}
              </>
            }
          >
            <ul>
              {g.items.map((m) => (
                <li key={m.path}>
                  <Link to={m.path}>{m.title}</Link>
                </li>
              ))}
            </ul>
          </Card>
        ))}
      </div>
    </section>
  )
}
