import { lazy, Suspense, useMemo } from 'react'
import { Skeleton } from '../../../ui/light.tsx'
import { placeOf, readNodes, type Progress } from './diagram.rules.ts'
import './diagram.css'

// What draws diagrams is large: it comes when one is looked at.
const Drawn = lazy(() => import('./drawn-diagram.tsx'))

interface Props {
  xml: string
  progress: Progress
}
const places = { done: '已办理', now: '进行中', next: '未到达' } as const

/** How far an instance has come, as a drawing and in words. */
export function Diagram({ xml, progress }: Props) {
  const nodes = useMemo(() => readNodes(xml), [xml])
  return (
    <div className="diagram">
      <ul className="diagram-legend" aria-hidden>
        {Object.entries(places).map(([place, word]) => (
          <li key={place} data-place={place}>
            <span /> {word}
          </li>
        ))}
      </ul>
      <Suspense fallback={<Skeleton rows={1} height={220} />}>
        <Drawn xml={xml} progress={progress} />
      </Suspense>
      <details>
        <summary>文字说明</summary>
        <ol>
          {nodes.map(({ id, name, kind }) => (
            <li key={id} data-place={placeOf(id, progress)}>
              {name || kind}
              {name && name !== kind && <span className="muted">（{kind}）</span>}：
              {places[placeOf(id, progress)]}
            </li>
          ))}
        </ol>
      </details>
    </div>
  )
}
