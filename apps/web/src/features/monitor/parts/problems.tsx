import { Link } from 'react-router'
import { areaWords, levelWords, type Problem } from '@portal/contract/monitor/platform'
import { Card } from '../../../ui/light.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'

/** What is wrong now and what to do about it; that all is well is said too. */
export function Problems({ problems }: { problems: readonly Problem[] }) {
  return (
    <Card title="当前问题" className="platform-problems">
      {/* Whoever listens hears of a new problem without looking. */}
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
                    {p.advice} {p.link && <Link to={p.link}>去处理</Link>}
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
