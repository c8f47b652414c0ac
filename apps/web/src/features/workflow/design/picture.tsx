import Viewer from 'bpmn-js/lib/Viewer'
import { descriptor } from '@portal/process-kit/model/descriptor'
import { useEffect, useRef, useState } from 'react'
import type { Services } from './bpmn.ts'
import { translate } from './chinese.ts'
import { PAINT } from './paint.ts'

interface Props {
  xml: string
  label: string
  /** Elements that stand out, each with how. */
  marks?: ReadonlyMap<string, string>
}
const NONE: ReadonlyMap<string, string> = new Map()
const MARGIN = 24
/** Smaller than this nobody reads it: then it scrolls. */
const SMALLEST = 0.7

/** A process to look at, in a box that scrolls as a page does. */
export function Picture({ xml, label, marks = NONE }: Props) {
  const outer = useRef<HTMLDivElement>(null)
  const inner = useRef<HTMLDivElement>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const box = inner.current
    if (!box) return
    const viewer = new Viewer({
      container: box,
      moddleExtensions: { portal: descriptor },
      additionalModules: [{ translate: ['value', translate] }],
      bpmnRenderer: PAINT,
    } as object) // its type leaves out what modules read of it
    let over = false
    viewer.importXML(xml).then(
      () => {
        if (over) return
        const canvas = viewer.get('canvas') as Services['canvas']
        fit(canvas, box, outer.current?.clientWidth ?? 0)
        const registry = viewer.get('elementRegistry') as Services['elementRegistry']
        for (const [id, mark] of marks) if (registry.get(id)) canvas.addMarker(id, mark)
      },
      () => over || setFailed(true),
    )
    return () => {
      over = true
      viewer.destroy()
    }
  }, [xml, marks])
  if (failed) return <p className="muted">该流程图没有图形，不能显示。</p>
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard
    <div className="bd-picture" ref={outer} role="group" aria-label={label} tabIndex={0}>
      <div ref={inner} />
    </div>
  )
}

function fit(canvas: Services['canvas'], box: HTMLElement, wide: number): void {
  const { x, y, width, height } = canvas.viewbox().inner
  const [w, h] = [width + 2 * MARGIN, height + 2 * MARGIN]
  const scale = Math.min(1, Math.max(SMALLEST, wide / w))
  box.style.width = `${w * scale}px`
  // The library's mark stands in the corner below.
  box.style.height = `${(h + MARGIN) * scale}px`
  canvas.resized()
  canvas.viewbox({ x: x - MARGIN, y: y - MARGIN, width: w, height: h + MARGIN })
}
