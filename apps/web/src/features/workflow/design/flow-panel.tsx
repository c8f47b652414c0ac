import { Button, Checkbox } from 'antd'
import { TEST_LANGUAGE } from '@portal/process-kit/model/descriptor'
import type { Drawn, Moddle } from './bpmn.ts'
import { parseCondition, writeCondition, describeCondition, type Group } from './condition.ts'
import { ConditionBuilder } from './condition-builder.tsx'
import type { Drawing } from './drawing.ts'
import { nameElement, findDefault } from './outline.ts'
import { useFields, useStudio } from './studio.ts'

const makeBody = (flow: Drawn): { text: string; language: string } | null => {
  const expression = flow.businessObject.get('conditionExpression') as Moddle | undefined // by BPMN's schema
  if (!expression) return null
  const [text, language] = ['body', 'language'].map((name) => String(expression.get(name) ?? ''))
  return { text: text ?? '', language: language ?? '' }
}
/** The condition of a flow; `null` if it is code of another tool. */
export function readWay(flow: Drawn): Group | null {
  const said = makeBody(flow)
  if (!said) return { how: 'all', parts: [] }
  return said.language === TEST_LANGUAGE ? parseCondition(said.text) : null
}

function putWay(drawing: Drawing, flow: Drawn, group: Group): void {
  const body = writeCondition(group)
  const conditionExpression =
    body === null ? undefined : drawing.make('bpmn:FormalExpression', { language: TEST_LANGUAGE, body })
  if (conditionExpression) conditionExpression.$parent = flow.businessObject
  drawing.change(flow, { conditionExpression })
}

/** Sets the gateway's default flow and removes that flow's own condition. */
export function setDefault(drawing: Drawing, gateway: Drawn, flow: Drawn | null): void {
  drawing.together(() => {
    if (flow && makeBody(flow)) drawing.change(flow, { conditionExpression: undefined })
    drawing.change(gateway, { default: flow?.businessObject })
  })
}

/** The settings of a flow: when it is taken. */
export function FlowPanel({ element }: { element: Drawn }) {
  const { drawing } = useStudio()
  const fields = useFields()
  const { source, target } = element
  const group = readWay(element)
  if (!source || !target) return null
  const isChoice = source.type === 'bpmn:ExclusiveGateway'
  const isDefault = findDefault(source) === element.id
  const put = (next: Group) => putWay(drawing, element, next)
  return (
    <>
      <p className="prop-hint">
        从“{nameElement(source)}”到“{nameElement(target)}”
      </p>
      {isChoice && (
        <Checkbox
          checked={isDefault}
          onChange={(e) => setDefault(drawing, source, e.target.checked ? element : null)}
        >
          默认路径：其他条件都不成立时走这里
        </Checkbox>
      )}
      {isChoice && !isDefault && group && (
        <>
          <h3>条件</h3>
          <ConditionBuilder group={group} onChange={put} />
          {group.parts.length > 0 && (
            <p className="prop-hint">当 {describeCondition(group, fields)} 时走这里</p>
          )}
        </>
      )}
      {(group === null || (!isChoice && group.parts.length > 0)) && (
        <>
          <p className="prop-hint" data-fault>
            {group === null ? '这条连线的条件是代码，不能使用。' : '只有排他网关的出线可以有条件。'}
          </p>
          <Button size="small" onClick={() => put({ how: 'all', parts: [] })}>
            清除条件
          </Button>
        </>
      )}
      {!isChoice && group?.parts.length === 0 && (
        <p className="prop-hint">条件只能设置在排他网关的出线上。</p>
      )}
    </>
  )
}
