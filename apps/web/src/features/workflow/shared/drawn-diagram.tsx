import Viewer from 'bpmn-js/lib/Viewer.js'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { drawText } from './lay-out.ts'
import 'bpmn-js/dist/assets/diagram-js.css'

interface Props {
  xml: string
  label: string
  /** Elements that stand out, each with the class it has then. */
  marks: ReadonlyMap<string, string>
}
/** What is used of the library's canvas. */
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
/** Smaller than this nobody reads it: then it scrolls. */
const SMALLEST = 0.7
const STEPS = [0.5, 0.7, 0.85, 1, 1.25, 1.5]
// Variables, so that it follows the theme without being drawn anew.
const colours = {
  defaultFillColor: 'var(--surface)',
  defaultStrokeColor: 'var(--line-strong)',
  defaultLabelColor: 'var(--text)',
}

/**
 * A diagram that is only looked at. It lies in a box that scrolls, as a page does by wheel, finger and arrow
 * keys: the library's own viewer takes the wheel away from the page and knows no finger.
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
        // What is drawn is said in words below: nobody has to walk through it, nor through its maker's link.
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

/** Where it is now comes into sight, without moving the page. */
function showNow(box: HTMLElement | null): void {
  const now = box?.querySelector('.is-now')?.getBoundingClientRect()
  if (!box || !now) return
  const frame = box.getBoundingClientRect()
  box.scrollLeft += now.left - frame.left - (frame.width - now.width) / 2
  box.scrollTop += now.top - frame.top - (frame.height - now.height) / 2
}
