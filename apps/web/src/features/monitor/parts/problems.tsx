import { Link } from 'react-router'
import { areaWords, levelWords, type Problem } from '@portal/contract/monitor/platform'
import { useOpens } from '../../../lib/opens.ts'
import { useHolds } from '../../../lib/session.ts'
import { Card } from '../../../ui/light.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'

/** Opens for everybody, but only administrators find its settings and its queue there. */
const MAIL = '/settings/email'

/** Current problems and what to do about them; says so if there are none. */
export function Problems({ problems }: { problems: readonly Problem[] }) {
  const opens = useOpens()
  const isAdmin = useHolds(['ADMIN'])
  const listLink = (link: string) => {
    if (link.startsWith(MAIL) && !isAdmin) return '请联系系统管理员处理。'
    return opens(link) && <Link to={link}>去处理</Link>
  }
  return (
    <Card title="当前问题" className="platform-problems">
      {/* A live region, so that screen readers announce new problems. */}
      <div role="status">
        {problems.length === 0 ? (
          <p className="platform-sound">
            <StateTag tone="done" text="正常" /> 各项指标正常，没有需要处理的问题。
          </p>
        ) : (
          <ul>
            {problems.map((p) => (
              <li key={`${p.area} ${p.text}`}>
                <StateTag tone={p.level === 'wrong' ? 'refused' : 'waiting'} text={levelWords[p.level]} />
                <div>
                  <strong>
                    {areaWords[p.area]}：{p.text}
                  </strong>
                  <p className="muted">
                    {p.advice} {p.link && listLink(p.link)}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  )
}
