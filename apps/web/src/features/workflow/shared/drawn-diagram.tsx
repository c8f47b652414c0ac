import Viewer from 'bpmn-js/lib/Viewer.js'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { drawText } from './lay-out.ts'
import 'bpmn-js/dist/assets/diagram-js.css'

interface Props {
  xml: string
  label: string
  /** CSS classes of highlighted elements, by element id. */
  marks: ReadonlyMap<string, string>
}
/** The parts of the library's canvas used here. */
interface Canvas {
  viewbox: (box?: Box) => { inner: Box }
  resized: () => void
  findRoot: (id: string) => unknown
  addMarker: (id: string, mark: string) => void
  removeMarker: (id: string, mark: string) => void
}
interface Box extends Size {
  x: number
  y: number
}
interface Size {
  width: number
  height: number
}
const MARGIN = 24
/** The smallest initial scale. Below it text is unreadable, so the diagram scrolls instead. */
const SMALLEST = 0.7
const STEPS = [0.5, 0.7, 0.85, 1, 1.25, 1.5]
// CSS variables, so that the diagram follows the theme without a redraw.
const colours = {
  defaultFillColor: 'var(--surface)',
  defaultStrokeColor: 'var(--line-strong)',
  defaultLabelColor: 'var(--text)',
}

/**
 * A read-only diagram in a scrolling box, which works with wheel, touch and arrow keys like the page. The
 * library's own navigated viewer captures the wheel and does not support touch.
 */
export default function DrawnDiagram({ xml, label, marks }: Props) {
  const outer = useRef<HTMLDivElement>(null)
  const inner = useRef<HTMLDivElement>(null)
  const [viewer, setViewer] = useState<Viewer>()
  const [size, setSize] = useState<Size>()
  const [scale, setScale] = useState(1)
  const [isBad, setBad] = useState(false)

  useEffect(() => {
    if (!inner.current) return
    const drawn = new Viewer({ container: inner.current, bpmnRenderer: colours })
    let isGone = false
    const show = async () => {
      const text = await drawText(xml)
      if (!isGone) await drawn.importXML(text)
    }
    show().then(
      () => {
        if (isGone) return
        const canvas = drawn.get<Canvas>('canvas')
        const box = canvas.viewbox().inner
        const wide = (outer.current?.clientWidth ?? 0) - 2
        const width = box.width + 2 * MARGIN
        setSize({ width, height: box.height + 2 * MARGIN })
        setScale(Math.min(1, Math.max(SMALLEST, wide / width)))
        // The text list below says the same, so the diagram and the library's link are not in the tab order.
        for (const stop of inner.current?.querySelectorAll('a, [tabindex]') ?? [])
          stop.setAttribute('tabindex', '-1')
        setViewer(drawn)
      },
      () => !isGone && setBad(true),
    )
    return () => {
      isGone = true
      drawn.destroy()
      setViewer(undefined)
    }
  }, [xml])

  useEffect(() => {
    if (!viewer || !size) return
    const canvas = viewer.get<Canvas>('canvas')
    canvas.resized()
    const box = canvas.viewbox().inner
    canvas.viewbox({ x: box.x - MARGIN, y: box.y - MARGIN, ...size })
  }, [viewer, size, scale])

  useEffect(() => {
    if (!viewer) return
    const canvas = viewer.get<Canvas>('canvas')
    const drawn = [...marks].filter(([id]) => canvas.findRoot(id) !== undefined)
    for (const [id, mark] of drawn) canvas.addMarker(id, mark)
    showNow(outer.current)
    return () => drawn.forEach(([id, mark]) => canvas.removeMarker(id, mark))
  }, [viewer, marks])

  const zoom = (by: 1 | -1) => {
    const next = by > 0 ? STEPS.find((s) => s > scale + 0.01) : STEPS.findLast((s) => s < scale - 0.01)
    if (next !== undefined) setScale(next)
  }
  if (isBad) return <p className="muted">流程图无法显示，请查看下面的文字说明。</p>
  return (
    <>
      <div className="diagram-zoom no-print">
        <button
          type="button"
          aria-label="缩小流程图"
          disabled={scale <= (STEPS[0] ?? 0)}
          onClick={() => zoom(-1)}
        >
          <Icon name="minus" size={16} />
        </button>
        <span className="muted">{Math.round(scale * 100)}%</span>
        <button
          type="button"
          aria-label="放大流程图"
          disabled={scale >= (STEPS.at(-1) ?? 0)}
          onClick={() => zoom(1)}
        >
          <Icon name="plus" size={16} />
        </button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard */}
      <div ref={outer} className="diagram-box" role="group" aria-label={label} tabIndex={0}>
        <div
          ref={inner}
          aria-hidden
          style={size && { width: size.width * scale, height: size.height * scale }}
        />
      </div>
    </>
  )
}

/** Scrolls the current step into view inside the box, without scrolling the page. */
function showNow(box: HTMLElement | null): void {
  const now = box?.querySelector('.is-now')?.getBoundingClientRect()
  if (!box || !now) return
  const frame = box.getBoundingClientRect()
  box.scrollLeft += now.left - frame.left - (frame.width - now.width) / 2
  box.scrollTop += now.top - frame.top - (frame.height - now.height) / 2
}
