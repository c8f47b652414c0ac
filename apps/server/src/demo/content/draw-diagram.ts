import { escapeMarkup } from '../../kernel/markup.rules.ts'

// BPMN diagrams with positions and lines, as if drawn by a person.

export interface Shape {
  id: string
  tag: 'startEvent' | 'endEvent' | 'userTask' | 'exclusiveGateway' | 'serviceTask'
  name: string
  /** Column and row in the drawing. */
  at: readonly [number, number]
  attributes?: string
  inner?: string
}
interface Line {
  id: string
  from: string
  to: string
  name?: string
  /** The condition of a line, as JSON. */
  when?: object
}
const sizes = {
  startEvent: [36, 36],
  endEvent: [36, 36],
  exclusiveGateway: [50, 50],
  userTask: [120, 80],
  serviceTask: [120, 80],
} as const
const COLUMN = 180
const ROW = 140
const findMiddle = ({ at: [column, row] }: Shape) => [120 + column * COLUMN, 140 + row * ROW] as const

/** The diagram as BPMN with its layout, so that the designer can open and change it. */
export function draw(
  id: string,
  name: string,
  form: number,
  shapes: readonly Shape[],
  lines: readonly Line[],
  more = '',
  inner = '',
): string {
  const nodes = shapes.map(
    (s) =>
      `<bpmn:${s.tag} id="${s.id}" name="${escapeMarkup(s.name)}" ${s.attributes ?? ''}>${
        s.inner ? `<bpmn:extensionElements>${s.inner}</bpmn:extensionElements>` : ''
      }</bpmn:${s.tag}>`,
  )
  const flows = lines.map(
    (l) =>
      `<bpmn:sequenceFlow id="${l.id}" name="${escapeMarkup(l.name ?? '')}" sourceRef="${l.from}" targetRef="${l.to}">${
        l.when
          ? `<bpmn:conditionExpression xsi:type="bpmn:tFormalExpression" language="portal">${escapeMarkup(
              JSON.stringify(l.when),
            )}</bpmn:conditionExpression>`
          : ''
      }</bpmn:sequenceFlow>`,
  )
  const boxes = shapes.map((s) => {
    const [width, height] = sizes[s.tag]
    const [x, y] = findMiddle(s)
    const bounds = `x="${x - width / 2}" y="${y - height / 2}" width="${width}" height="${height}"`
    return `<bpmndi:BPMNShape id="${s.id}_di" bpmnElement="${s.id}"><dc:Bounds ${bounds}/></bpmndi:BPMNShape>`
  })
  const edges = lines.map((l) => {
    const [from, to] = [l.from, l.to].map((end) => shapes.find((s) => s.id === end))
    if (!from || !to) throw new Error(`the line ${l.id} hangs in the air`)
    const [[x1, y1], [x2, y2]] = [findMiddle(from), findMiddle(to)]
    const points = findRoute([x1, y1, ...sizes[from.tag]], [x2, y2, ...sizes[to.tag]])
      .map(([x, y]) => `<di:waypoint x="${x}" y="${y}"/>`)
      .join('')
    return `<bpmndi:BPMNEdge id="${l.id}_di" bpmnElement="${l.id}">${points}</bpmndi:BPMNEdge>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL"
  xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC"
  xmlns:di="http://www.omg.org/spec/DD/20100524/DI" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xmlns:portal="urn:portal:workflow:1" id="definitions_${id}" targetNamespace="urn:portal:workflow">
<bpmn:process id="${id}" name="${escapeMarkup(name)}" isExecutable="true" portal:form="${form}" ${more}>
${inner && `<bpmn:extensionElements>${inner}</bpmn:extensionElements>\n`}${[...nodes, ...flows].join('\n')}
</bpmn:process>
<bpmndi:BPMNDiagram id="diagram_${id}"><bpmndi:BPMNPlane id="plane_${id}" bpmnElement="${id}">
${[...boxes, ...edges].join('\n')}
</bpmndi:BPMNPlane></bpmndi:BPMNDiagram>
</bpmn:definitions>`
}

type Box = readonly [x: number, y: number, width: number, height: number]
/** The way of a line: straight within a row; to a lower row down first, to a higher row sideways first. */
function findRoute([x1, y1, width1, height1]: Box, [x2, y2, width2, height2]: Box) {
  const [right, left] = [x1 + width1 / 2, x2 - width2 / 2]
  if (y1 === y2) return [[right, y1] as const, [left, y2] as const]
  return y1 < y2
    ? [[x1, y1 + height1 / 2] as const, [x1, y2] as const, [left, y2] as const]
    : [[right, y1] as const, [x2, y1] as const, [x2, y2 + height2 / 2] as const]
}
