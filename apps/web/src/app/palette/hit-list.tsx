import { useState, type KeyboardEvent } from 'react'
import type { Hit } from './palette.queries.ts'
import './hit-list.css'

export interface HitGroup {
  title: string
  hits: readonly Hit[]
}

/** Arrow keys move over all groups, Enter opens the current hit. The box keeps the focus. */
export function useWalk(groups: readonly HitGroup[], go: (hit: Hit) => void) {
  const [at, setAt] = useState<string>()
  const all = groups.flatMap((g) => g.hits)
  // The next letter may remove the current hit.
  const now = all.find((h) => h.key === at)
  const press = (e: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[e.key]
    if (step && all.length > 0) {
      e.preventDefault()
      const i = now ? all.indexOf(now) : step > 0 ? -1 : all.length
      const next = all[(i + step + all.length) % all.length]
      setAt(next?.key)
      document.getElementById(makeHitId(next?.key))?.scrollIntoView({ block: 'nearest' })
    }
    // During IME composition, Enter only confirms the characters.
    if (e.key === 'Enter' && now && !e.nativeEvent.isComposing) {
      e.preventDefault()
      go(now)
    }
  }
  return { now, press, setAt }
}
export const makeHitId = (key: string | undefined): string => `hit-${(key ?? '').replaceAll(/\W/g, '-')}`

export function HitList({
  id,
  label,
  groups,
  now,
  onChoose,
  onPoint,
}: {
  id: string
  label: string
  groups: readonly HitGroup[]
  now: Hit | undefined
  onChoose: (hit: Hit) => void
  onPoint: (key: string) => void
}) {
  return (
    <div id={id} role="listbox" aria-label={label} className="hit-list">
      {groups
        .filter((g) => g.hits.length > 0)
        .map((g) => (
          <div key={g.title} role="group" aria-label={g.title}>
            <p aria-hidden>{g.title}</p>
            {g.hits.map((h) => (
              // The text box has the focus and handles the keys of this list.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
              <div
                key={h.key}
                id={makeHitId(h.key)}
                role="option"
                tabIndex={-1}
                aria-selected={h === now}
                onPointerMove={() => onPoint(h.key)}
                // Prevents the box from losing the focus, which would close the list.
                onPointerDown={(e) => e.preventDefault()}
                onClick={() => onChoose(h)}
              >
                <span>{h.title}</span>
                <small>{h.note}</small>
              </div>
            ))}
          </div>
        ))}
    </div>
  )
}
