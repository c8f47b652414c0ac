import { workflowServices } from '@portal/contract/workflow/workflow'
import { judgeGraph } from '@portal/process-kit/judge/judge'
import { readDiagram } from '@portal/process-kit/read/read'
import { useEffect, useState } from 'react'
import type { Drawing } from './drawing.ts'
import type { KnownField } from './known-fields.ts'
import { nameElement } from './outline.ts'

/** A fault that prevents publishing. `element` is null if it concerns the whole process. */
export interface MarkedFault {
  element: string | null
  message: string
}
/** The server's verdict on a diagram. The server knows people and forms, which the page does not. */
export interface Verdict {
  xml: string
  faults: readonly MarkedFault[]
}

/**
 * The faults of the current diagram. After the server's check the page judges each change itself, by the same
 * rules, so that corrected faults disappear at once.
 */
export function useFaults(
  xml: string | null,
  verdict: Verdict | null,
  fields: readonly KnownField[] | null,
): readonly MarkedFault[] {
  const [own, setOwn] = useState<Verdict | null>(null)
  const isOld = verdict !== null && xml !== null && verdict.xml !== xml
  useEffect(() => {
    if (!isOld) return
    let over = false
    void judge(xml, fields).then((faults) => over || setOwn({ xml, faults }))
    return () => {
      over = true
    }
  }, [isOld, xml, fields])
  if (!verdict) return NONE
  if (!isOld) return verdict.faults
  return own?.faults ?? verdict.faults
}
const NONE: readonly MarkedFault[] = []

async function judge(xml: string, fields: readonly KnownField[] | null): Promise<readonly MarkedFault[]> {
  const { graph, faults } = await readDiagram(xml)
  return graph ? judgeGraph(graph, { fields, services: Object.keys(workflowServices) }) : faults
}

const MARK = 'bd-fault'
/** Marks faults on the diagram. Returns a function that removes the marks. */
export function markFaults(drawing: Drawing, faults: readonly MarkedFault[]): () => void {
  const [canvas, overlays] = [drawing.get('canvas'), drawing.get('overlays')]
  const byElement = Map.groupBy(faults, ({ element }) => element)
  const marked: string[] = []
  for (const [id, found] of byElement) {
    const element = drawing.find(id)
    if (!element || element === drawing.root()) continue
    canvas.addMarker(element.id, MARK)
    marked.push(element.id)
    const sign = document.createElement('button')
    sign.type = 'button'
    sign.className = 'bd-sign'
    sign.textContent = '!'
    sign.tabIndex = -1 // the keyboard reaches it by the list and the outline
    sign.title = found.map(({ message }) => message).join('\n')
    sign.setAttribute('aria-label', `${nameElement(element)}：${sign.title}`)
    sign.addEventListener('click', () => drawing.select(element.id))
    overlays.add(element.id, MARK, { position: { top: -12, right: 12 }, html: sign })
  }
  return () => {
    for (const id of marked) if (drawing.find(id)) canvas.removeMarker(id, MARK)
    overlays.remove({ type: MARK })
  }
}
