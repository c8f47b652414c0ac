import { useEffect, useRef } from 'react'
import { useStudio } from './studio.ts'

interface Props {
  xml: string
  onOpened: () => void
  onFailed: (message: string) => void
}

/** The canvas of bpmn-js. The outline and the panel offer all its functions too, for use without a mouse. */
export function CanvasBox({ xml, onOpened, onFailed }: Props) {
  const { drawing } = useStudio()
  const box = useRef<HTMLDivElement>(null)
  const opened = useRef(false)
  useEffect(() => {
    if (!box.current) return
    const detach = drawing.attachTo(box.current)
    if (!opened.current) {
      opened.current = true
      drawing.open(xml).then(onOpened, (error: unknown) => onFailed(String(error)))
    }
    const watch = new ResizeObserver(() => drawing.get('canvas').resized())
    watch.observe(box.current)
    return () => {
      watch.disconnect()
      detach()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- opened once
  }, [drawing])
  return <div className="bd-canvas" ref={box} role="group" aria-label="流程画布" />
}
