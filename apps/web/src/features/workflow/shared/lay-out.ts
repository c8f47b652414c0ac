import type { Moddle } from '../design/bpmn.ts'

// A BPMN file may have no layout; then one is made here.

export const isDiagram = (text: string): boolean => /<(\w+:)?definitions[\s>]/.test(text)
export const isDrawn = (text: string): boolean => /BPMNPlane/.test(text)

// The declaration in process-kit covers only the functions for reading.
interface Tool {
  fromXML(xml: string): Promise<{ rootElement: Moddle }>
  toXML(root: Moddle): Promise<{ xml: string }>
  create(type: string, values: object): Moddle
}

/** Adds a layout to a diagram; `null` if that fails. The libraries are loaded on demand. */
export async function layOut(text: string): Promise<string | null> {
  const [{ layoutProcess }, { BpmnModdle }] = await Promise.all([
    import('bpmn-auto-layout'),
    import('bpmn-moddle'),
  ])
  try {
    const moddle = new BpmnModdle({}) as unknown as Tool
    const { rootElement } = await moddle.fromXML(text)
    nameFlows(rootElement)
    const drawn = await moddle.fromXML(await layoutProcess((await moddle.toXML(rootElement)).xml))
    placeNames(moddle, drawn.rootElement)
    return (await moddle.toXML(drawn.rootElement)).xml
  } catch {
    // The library throws English errors for nested pools, two processes or a missing start.
    return null
  }
}

/** The text with a layout for drawing: a process created through the API may have none. */
export const drawText = async (text: string): Promise<string> =>
  isDrawn(text) ? text : ((await layOut(text)) ?? text)

// BPMN's lists hold elements.
const listAt = (element: Moddle, name: string): Moddle[] => (element.get(name) ?? []) as Moddle[]

/** Fills the `incoming` and `outgoing` lists of steps, which BPMN makes optional but the layout needs. */
function nameFlows(root: Moddle): void {
  for (const process of listAt(root, 'rootElements').filter((e) => e.$type === 'bpmn:Process'))
    for (const flow of listAt(process, 'flowElements').filter((e) => e.$type === 'bpmn:SequenceFlow'))
      for (const [end, side] of [
        ['sourceRef', 'outgoing'],
        ['targetRef', 'incoming'],
      ] as const) {
        const step = flow.get(end) as Moddle | undefined // a reference that moddle has resolved
        if (step && !listAt(step, side).includes(flow)) listAt(step, side).push(flow)
      }
}

const LINE = { letters: 7, width: 90, height: 14 }
const GAP = 6
/**
 * Names of events and gateways stand below the shape. If a line touches the shape there, the name moves above
 * it; if a line touches there too, it moves beside that line.
 */
function placeNames(moddle: Tool, root: Moddle): void {
  for (const diagram of listAt(root, 'diagrams')) {
    const drawn = listAt(diagram.get('plane') as Moddle, 'planeElement')
    const ends = drawn
      .filter((e) => e.$type === 'bpmndi:BPMNEdge')
      .flatMap((edge) => listAt(edge, 'waypoint'))
      .map((point) => ({ x: Number(point.get('x')), y: Number(point.get('y')) }))
    for (const shape of drawn.filter((e) => e.$type === 'bpmndi:BPMNShape')) {
      const element = shape.get('bpmnElement') as Moddle
      const name = String(element.get('name') ?? '')
      if (name === '' || !/(Gateway|Event)$/.test(element.$type)) continue
      const bounds = shape.get('bounds') as Moddle
      const [left = 0, top = 0, wide = 0, high = 0] = ['x', 'y', 'width', 'height'].map((side) =>
        Number(bounds.get(side)),
      )
      const isMet = (y: number) => ends.some((p) => p.y === y && p.x >= left && p.x <= left + wide)
      if (!isMet(top + high)) continue
      const height = Math.ceil(name.length / LINE.letters) * LINE.height
      const x = isMet(top) ? left + wide / 2 + GAP : left + wide / 2 - LINE.width / 2
      const at = { x, y: top - height - GAP, width: LINE.width, height }
      shape.set('label', moddle.create('bpmndi:BPMNLabel', { bounds: moddle.create('dc:Bounds', at) }))
    }
  }
}
