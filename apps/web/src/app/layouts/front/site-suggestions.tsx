import { useEffect, useImperativeHandle, type KeyboardEvent, type Ref } from 'react'
import { useDebounced } from '../../../lib/debounced.ts'
import { HitList, makeHitId, useWalk } from '../../palette/hit-list.tsx'
import { useDeviceHits, useLabHits, type Hit } from '../../palette/palette.queries.ts'

export interface Suggesting {
  press: (e: KeyboardEvent) => void
}
interface Props {
  id: string
  text: string
  ref: Ref<Suggesting>
  onChoose: (hit: Hit) => void
  /** The id of the highlighted suggestion, for the box's `aria-activedescendant`. */
  onPoint: (id: string | undefined) => void
}

/** Suggestions under the header's box while the user types: instruments and laboratories of that name. */
export default function SiteSuggestions({ id, text, ref, onChoose, onPoint }: Props) {
  const keyword = useDebounced(text)
  const groups = [
    { title: '仪器', hits: useDeviceHits(keyword).hits },
    { title: '实验室', hits: useLabHits(keyword) },
  ]
  const { now, press, setAt } = useWalk(groups, onChoose)
  useImperativeHandle(ref, () => ({ press }))
  const pointed = now && makeHitId(now.key)
  useEffect(() => onPoint(pointed), [pointed, onPoint])
  if (groups.every((g) => g.hits.length === 0)) return null
  return (
    <div className="site-suggestions">
      <HitList id={id} label="搜索建议" groups={groups} now={now} onChoose={onChoose} onPoint={setAt} />
    </div>
  )
}
