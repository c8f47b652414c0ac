import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import type { Drawn } from './bpmn.ts'
import type { MarkedFault } from './faults.ts'
import { FlowPanel } from './flow-panel.tsx'
import { GatewayPanel } from './gateway-panel.tsx'
import { findStepKind, kinds, nameKind } from './kinds.ts'
import { listOthers } from './offers.ts'
import { ProcessPanel } from './process-panel.tsx'
import { ServicePanel } from './service-panel.tsx'
import { useDrawing } from './studio.ts'
import { TaskPanel } from './task-panel.tsx'
import { TypedText } from './typed-text.tsx'

interface Props {
  faults: readonly MarkedFault[]
  /** Increases whenever the panel should get the focus. */
  focus: number
}

/** The settings of the selected element, or of the process if nothing is selected. */
export function Panel({ faults, focus }: Props) {
  const { drawing, now } = useDrawing()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focus > 0) heading.current?.focus()
  }, [focus])
  const element = now.selected === null ? undefined : drawing.find(now.selected)
  const title = element ? nameKind(element.type) : now.count > 1 ? `选中 ${now.count} 个元素` : '流程'
  const own = faults.filter((fault) => fault.element === (element ?? drawing.root()).id)
  return (
    <aside className="bd-panel" aria-label="设置">
      <div className="bd-panel-head">
        <h2 tabIndex={-1} ref={heading}>
          {title}
        </h2>
        {element && (
          <button type="button" className="bd-link" onClick={() => drawing.select(null)}>
            流程设置
          </button>
        )}
      </div>
      {now.count < 2 && own.length > 0 && (
        <ul className="bd-own-faults">
          {own.map(({ message }, i) => (
            <li key={i}>{message}</li>
          ))}
        </ul>
      )}
      {now.count > 1 ? (
        <p className="prop-hint">可以在图上一起移动、对齐、等距分布或删除。</p>
      ) : element ? (
        <ElementPanel key={`${element.id} ${element.type}`} element={element} />
      ) : (
        <ProcessPanel />
      )}
    </aside>
  )
}

function ElementPanel({ element }: { element: Drawn }) {
  const { drawing } = useDrawing()
  const kind = findStepKind(element.type)
  const name = element.businessObject.get(element.type === 'bpmn:TextAnnotation' ? 'text' : 'name')
  return (
    <>
      <TypedText
        label="名称"
        value={typeof name === 'string' ? name : ''}
        maxLength={60}
        onChange={(text) =>
          drawing.change(element, element.type === 'bpmn:TextAnnotation' ? { text } : { name: text })
        }
      />
      {kind === 'task' && <TaskPanel element={element} />}
      {kind === 'service' && <ServicePanel element={element} />}
      {kind === 'choice' && <GatewayPanel element={element} />}
      {element.type === 'bpmn:SequenceFlow' && <FlowPanel element={element} />}
      {kind === 'parallel' && (
        <p className="prop-hint">分出的各条路径同时进行；汇合处等所有路径到齐后再继续。</p>
      )}
      {kind === null && element.type.startsWith('bpmn:') && nameKind(element.type) === '不支持的元素' && (
        <p className="prop-hint" data-fault>
          流程引擎不支持这个元素，请删除或改用其他环节。
        </p>
      )}
      <div className="bd-row">
        {kind &&
          listOthers(kind).map((other) => (
            <Button key={other} size="small" onClick={() => drawing.replace(element.id, other)}>
              改为{kinds[other].name}
            </Button>
          ))}
        <Button size="small" danger onClick={() => drawing.remove(element.id)}>
          删除
        </Button>
      </div>
    </>
  )
}
