import NavigatedViewer from 'bpmn-js/lib/NavigatedViewer'
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

/** A process to look at. */
export function Picture({ xml, label, marks = NONE }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (!box.current) return
    const viewer = new NavigatedViewer({
      container: box.current,
      moddleExtensions: { portal: descriptor },
      additionalModules: [{ translate: ['value', translate] }],
      bpmnRenderer: PAINT,
    } as object) // its type leaves out what modules read of it
    let over = false
    viewer.importXML(xml).then(
      () => {
        if (over) return
        const canvas = viewer.get('canvas') as Services['canvas']
        canvas.zoom('fit-viewport', 'auto')
        canvas.zoom(Math.min(1, canvas.zoom() * 0.92), 'auto')
        for (const [id, mark] of marks) {
          const registry = viewer.get('elementRegistry') as Services['elementRegistry']
          if (registry.get(id)) canvas.addMarker(id, mark)
        }
      },
      () => over || setFailed(true),
    )
    return () => {
      over = true
      viewer.destroy()
    }
  }, [xml, marks])
  if (failed) return <p className="muted">该流程图没有图形，不能显示。</p>
  return <div className="bd-picture" ref={box} role="img" aria-label={label} />
}
