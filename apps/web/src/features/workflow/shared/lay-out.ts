import type { Moddle } from '../design/bpmn.ts'

// A file may say what happens and not where it is drawn.

export const isDiagram = (text: string): boolean => /<(\w+:)?definitions[\s>]/.test(text)
export const isDrawn = (text: string): boolean => /BPMNPlane/.test(text)

// The package's own declaration knows only what process-kit reads with.
interface Tool {
  fromXML(xml: string): Promise<{ rootElement: Moddle }>
  toXML(root: Moddle): Promise<{ xml: string }>
}

/** The same with a drawing; `null` where there is none that could be made. Loaded by whoever needs it. */
export async function layOut(text: string): Promise<string | null> {
  const [{ layoutProcess }, { BpmnModdle }] = await Promise.all([
    import('bpmn-auto-layout'),
    import('bpmn-moddle'),
  ])
  try {
    const moddle = new BpmnModdle({}) as unknown as Tool
    const { rootElement } = await moddle.fromXML(text)
    nameFlows(rootElement)
    return await layoutProcess((await moddle.toXML(rootElement)).xml)
  } catch {
    // It says in English what it does not draw: pools in one another, two processes, no start.
    return null
  }
}

/** For whoever draws it: a process that was made by a call may come without a drawing as well. */
export const drawText = async (text: string): Promise<string> =>
  isDrawn(text) ? text : ((await layOut(text)) ?? text)

// BPMN's lists hold elements.
const listAt = (element: Moddle, name: string): Moddle[] => (element.get(name) ?? []) as Moddle[]

/** Steps may name the flows that they stand at, and the drawing knows flows by that alone. */
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
