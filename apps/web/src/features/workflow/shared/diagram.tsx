import { Suspense, useMemo } from 'react'
import { Skeleton } from '../../../ui/light.tsx'
import { definePart } from '../../../ui/part.tsx'
import { listMarks, findPlace, readNodes, type Progress } from './diagram.rules.ts'
import './diagram.css'

// The diagram renderer is large, so it is loaded only when a diagram is shown.
const Loaded = definePart(() => import('./drawn-diagram.tsx'))
const Drawn = (drawn: Parameters<typeof Loaded>[0]) => (
  <Suspense fallback={<Skeleton rows={1} height={220} />}>
    <Loaded {...drawn} />
  </Suspense>
)

interface Props {
  xml: string
  progress: Progress
}
interface DrawingProps {
  xml: string
  label: string
  /** CSS classes of highlighted elements, by element id. */
  marks?: ReadonlyMap<string, string>
}
const NONE: ReadonlyMap<string, string> = new Map()

/** A read-only diagram of a process. */
export const Drawing = ({ xml, label, marks = NONE }: DrawingProps) => (
  <div className="diagram">
    <Drawn xml={xml} label={label} marks={marks} />
  </div>
)

const places = { done: '已办理', now: '进行中', next: '未到达' } as const

/** The progress of an instance, as a diagram and as a text list. */
export function Diagram({ xml, progress }: Props) {
  const marks = useMemo(() => listMarks(progress), [progress])
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
      <Drawn xml={xml} label="流程图" marks={marks} />
      <details>
        <summary>文字说明</summary>
        <ol>
          {nodes.map(({ id, name, kind }) => (
            <li key={id} data-place={findPlace(id, progress)}>
              {name || kind}
              {name && name !== kind && <span className="muted">（{kind}）</span>}：
              {places[findPlace(id, progress)]}
            </li>
          ))}
        </ol>
      </details>
    </div>
  )
}
