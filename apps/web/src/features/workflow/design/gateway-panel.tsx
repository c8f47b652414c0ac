import { Radio } from 'antd'
import type { Drawn } from './bpmn.ts'
import { describeCondition } from './condition.ts'
import { readWay, setDefault } from './flow-panel.tsx'
import { findDefault, nameElement } from './outline.ts'
import { useFields, useStudio } from './studio.ts'

/** The outgoing flows of a choice: the default one, and the conditions of the others. */
export function GatewayPanel({ element }: { element: Drawn }) {
  const { drawing } = useStudio()
  const fields = useFields()
  const ways = element.outgoing.filter((flow) => flow.type === 'bpmn:SequenceFlow')
  if (ways.length === 0) return <p className="prop-hint">还没有出线。请在其后添加环节或连接到已有环节。</p>
  const say = (flow: Drawn): string => {
    const group = readWay(flow)
    if (!group) return '条件是代码，不能使用'
    return group.parts.length > 0 ? describeCondition(group, fields) : '未设置条件'
  }
  const otherwise = findDefault(element)
  return (
    <>
      <h3>出线</h3>
      <p className="prop-hint">按顺序判断，第一条成立的被采用；都不成立时走默认路径。</p>
      <ul className="bd-ways">
        {ways.map((flow) => (
          <li key={flow.id}>
            <Radio
              checked={flow.id === otherwise}
              onChange={() => setDefault(drawing, element, flow)}
              aria-label={`以到“${flow.target ? nameElement(flow.target) : ''}”的连线为默认路径`}
            >
              默认
            </Radio>
            <div>
              到“{flow.target ? nameElement(flow.target) : ''}”
              <p className="prop-hint">{flow.id === otherwise ? '其他条件都不成立时' : say(flow)}</p>
              <button type="button" className="bd-link" onClick={() => drawing.select(flow.id)}>
                设置条件
              </button>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
