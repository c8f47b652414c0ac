import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { attachClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/attach-closest-edge'
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge'
import type { Edge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/types'
import type { Target } from '@portal/form-kit/edit/edit'
import { mayMove } from '@portal/form-kit/edit/edit'
import type { RuleId } from '@portal/form-kit/edit/list'
import { findSpot, findId, findList, takes } from '@portal/form-kit/edit/list'
import type { Form } from '@portal/form-kit/form/form'
import { useEffect, useState, type RefObject } from 'react'
import { useDesigner, type Designer } from './designer.ts'

// The user drags a rule (by its id) or a kind of the palette and drops it beside a rule or at the end of a
// list. Only the element under the pointer renders, so a form of 200 rules stays fast.

type Data = Record<string | symbol, unknown>
const ruleIn = (data: Data): RuleId | null => (typeof data['rule'] === 'number' ? data['rule'] : null)
const kindIn = (data: Data): string | null => (typeof data['kind'] === 'string' ? data['kind'] : null)

/** Whether the dragged rule or kind can go into a box. */
function fits(form: Form, source: Data, box: RuleId | null): boolean {
  const rule = ruleIn(source)
  if (rule !== null) return mayMove(form, rule, box)
  const kind = kindIn(source)
  return kind !== null && takes(findSpot(form, box)?.rule ?? null, { type: kind })
}

/** The target of a drop. */
function findTarget(form: Form, data: Data): Target | null {
  if ('list' in data) {
    const box = typeof data['list'] === 'number' ? data['list'] : null
    return { box, index: findList(form, box)?.length ?? 0 }
  }
  const spot = findSpot(form, typeof data['beside'] === 'number' ? data['beside'] : null)
  if (!spot) return null
  const edge = extractClosestEdge(data)
  const behind = edge === 'bottom' || edge === 'right'
  return { box: spot.box && findId(spot.box), index: spot.index + (behind ? 1 : 0) }
}

/** Applies a drop as an edit. */
export function drop({ store, act }: Designer, source: Data, target: Data | undefined): void {
  const { form } = store.get().design
  const at = target && findTarget(form, target)
  if (!at) return
  const id = ruleIn(source)
  const kind = kindIn(source)
  if (id !== null) act({ do: 'move', id, at })
  else if (kind !== null) act({ do: 'insert', kind, at })
}

/** Makes a component of the palette draggable to the canvas. */
export function useKindDrag(ref: RefObject<HTMLElement | null>, kind: string): void {
  useEffect(() => {
    const element = ref.current
    return element ? draggable({ element, getInitialData: () => ({ kind }) }) : undefined
  }, [ref, kind])
}

/** Makes a rule draggable and lets others be dropped beside it. `edge` is the side where they would go. */
export function useRuleDrag(
  ref: RefObject<HTMLElement | null>,
  id: RuleId,
  box: RuleId | null,
  edges: 'rows' | 'columns',
): { edge: Edge | null; dragged: boolean } {
  const { store } = useDesigner()
  const [edge, setEdge] = useState<Edge | null>(null)
  const [dragged, setDragged] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const allowedEdges: Edge[] = edges === 'rows' ? ['top', 'bottom'] : ['left', 'right']
    return combine(
      draggable({
        element,
        getInitialData: () => ({ rule: id }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) =>
          source.data['rule'] !== id && fits(store.get().design.form, source.data, box),
        getData: ({ input }) => attachClosestEdge({ beside: id }, { element, input, allowedEdges }),
        onDrag: ({ self, location }) =>
          setEdge(
            location.current.dropTargets[0]?.element === element ? extractClosestEdge(self.data) : null,
          ),
        onDragLeave: () => setEdge(null),
        onDrop: () => setEdge(null),
      }),
    )
  }, [ref, id, box, edges, store])
  return { edge, dragged }
}

/** Lets items be dropped at the end of a list; true while one is over it. */
export function useListDrop(ref: RefObject<HTMLElement | null>, box: RuleId | null): boolean {
  const { store } = useDesigner()
  const [over, setOver] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => fits(store.get().design.form, source.data, box),
      getData: () => ({ list: box }),
      onDrag: ({ location }) => setOver(location.current.dropTargets[0]?.element === element),
      onDragLeave: () => setOver(false),
      onDrop: () => setOver(false),
    })
  }, [ref, box, store])
  return over
}
