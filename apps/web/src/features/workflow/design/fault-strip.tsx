import type { MarkedFault } from './faults.ts'
import { nameElement } from './outline.ts'
import { useDrawing } from './studio.ts'

interface Props {
  faults: readonly MarkedFault[]
  onOpen: (element: string | null) => void
}

/** Lists the faults that prevent publishing; a click selects the element. */
export function FaultStrip({ faults, onOpen }: Props) {
  const { drawing } = useDrawing()
  if (faults.length === 0) return null
  return (
    <section className="bd-strip" aria-label="校验结果">
      <p>有 {faults.length} 处问题，改正后才能发布：</p>
      <ul>
        {faults.map(({ element, message }, i) => {
          const at = element === null ? undefined : drawing.find(element)
          return (
            <li key={i}>
              <button type="button" onClick={() => onOpen(at?.id ?? null)}>
                {at && at !== drawing.root() ? nameElement(at) : '流程'}
              </button>
              {message}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
