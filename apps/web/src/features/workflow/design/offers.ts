import type { Drawn, Services } from './bpmn.ts'
import { translate } from './chinese.ts'
import { findStepKind, kinds, type StepKind } from './kinds.ts'

// The entries of bpmn-js's palette, pad and menus. Its own providers offer all of BPMN, most of which the
// engine does not run.

type Action = (event: MouseEvent, element: Drawn) => void
interface Entry {
  group: string
  className?: string
  title?: string
  separator?: true
  action?: Record<string, Action>
}
type Entries = Record<string, Entry>

/** A new step with its default name. */
export function makeShape({ elementFactory }: Pick<Services, 'elementFactory'>, kind: StepKind): Drawn {
  const shape = elementFactory.createShape({ type: kinds[kind].type })
  if (kinds[kind].fresh) shape.businessObject.set('name', kinds[kind].fresh)
  return shape
}

type Tools = Pick<Services, 'handTool' | 'lassoTool' | 'spaceTool' | 'globalConnect'>
class Palette {
  static $inject = [
    'palette',
    'create',
    'elementFactory',
    'handTool',
    'lassoTool',
    'spaceTool',
    'globalConnect',
  ]
  readonly getPaletteEntries: () => Entries
  constructor(
    palette: Services['palette'],
    create: Services['create'],
    elementFactory: Services['elementFactory'],
    handTool: Tools['handTool'],
    lassoTool: Tools['lassoTool'],
    spaceTool: Tools['spaceTool'],
    globalConnect: Tools['globalConnect'],
  ) {
    const tool = (className: string, title: string, click: (event: MouseEvent) => void): Entry => ({
      group: 'tools',
      className,
      title: translate(title),
      action: { click },
    })
    const begin = (kind: StepKind) => (event: MouseEvent) =>
      create.start(event, makeShape({ elementFactory }, kind))
    const step = (kind: StepKind): Entry => ({
      group: 'steps',
      className: kinds[kind].icon,
      title: `添加${kinds[kind].name}`,
      action: { dragstart: begin(kind), click: begin(kind) },
    })
    this.getPaletteEntries = () => ({
      'hand-tool': tool('bpmn-icon-hand-tool', 'Activate hand tool', (e) => handTool.activateHand(e)),
      'lasso-tool': tool('bpmn-icon-lasso-tool', 'Activate lasso tool', (e) =>
        lassoTool.activateSelection(e),
      ),
      'space-tool': tool('bpmn-icon-space-tool', 'Activate create/remove space tool', (e) =>
        spaceTool.activateSelection(e),
      ),
      'global-connect-tool': tool('bpmn-icon-connection-multi', 'Activate global connect tool', (e) =>
        globalConnect.start(e),
      ),
      separator: { group: 'tools', separator: true },
      start: step('start'),
      task: step('task'),
      service: step('service'),
      choice: step('choice'),
      parallel: step('parallel'),
      end: step('end'),
    })
    palette.registerProvider(this)
  }
}

class Pad {
  static $inject = ['contextPad', 'modeling', 'connect', 'create', 'elementFactory', 'popupMenu', 'autoPlace']
  readonly getContextPadEntries: (element: Drawn) => Entries
  readonly getMultiElementContextPadEntries: (elements: Drawn[]) => Entries
  constructor(
    contextPad: Services['contextPad'],
    modeling: Services['modeling'],
    connect: Services['connect'],
    create: Services['create'],
    elementFactory: Services['elementFactory'],
    popupMenu: Services['popupMenu'],
    autoPlace: { append(source: Drawn, shape: Drawn): void },
  ) {
    const append = (kind: StepKind): Entry => ({
      group: 'model',
      className: kinds[kind].icon,
      title: `在其后添加${kinds[kind].name}`,
      action: {
        click: (_, element) => autoPlace.append(element, makeShape({ elementFactory }, kind)),
        dragstart: (event, element) =>
          create.start(event, makeShape({ elementFactory }, kind), { source: element }),
      },
    })
    const remove: Entry = {
      group: 'edit',
      className: 'bpmn-icon-trash',
      title: translate('Delete'),
      action: { click: (_, element) => modeling.removeElements([element]) },
    }
    const start: Action = (event, element) => connect.start(event, element)
    const link: Entry = {
      group: 'connect',
      className: 'bpmn-icon-connection-multi',
      title: translate('Connect to other element'),
      action: { click: start, dragstart: start },
    }
    const replace: Entry = {
      group: 'edit',
      className: 'bpmn-icon-screw-wrench',
      title: translate('Change element'),
      action: {
        click: (event, element) => {
          const pad = event.target instanceof Element ? event.target.closest('.djs-context-pad') : null
          const { left: x, bottom } = (pad ?? document.body).getBoundingClientRect()
          const at = { x, y: bottom + 5, cursor: { x: event.x, y: event.y } }
          popupMenu.open(element, 'bpmn-replace', at, { title: translate('Change element') })
        },
      },
    }
    this.getContextPadEntries = (element) => {
      const kind = element.type === 'label' ? null : findStepKind(element.type)
      if (!kind) return { remove }
      const changes: Entries = listOthers(kind).length > 0 ? { replace } : {}
      if (kind === 'end') return { ...changes, remove }
      const next: readonly StepKind[] = ['task', 'choice', 'parallel', 'end']
      const appends = Object.fromEntries(next.map((k) => [`append.${k}`, append(k)]))
      return { ...appends, link, ...changes, remove }
    }
    this.getMultiElementContextPadEntries = () => ({
      remove: {
        ...remove,
        // For a multiple selection bpmn-js passes all selected elements.
        action: { click: (_, elements) => modeling.removeElements([...(elements as unknown as Drawn[])]) },
      },
    })
    contextPad.registerProvider(this)
  }
}

/** The kinds that an element can be converted between. */
const pairs: readonly (readonly StepKind[])[] = [
  ['task', 'service'],
  ['choice', 'parallel'],
]
export const listOthers = (kind: StepKind): StepKind[] =>
  pairs.filter((pair) => pair.includes(kind)).flatMap((pair) => pair.filter((other) => other !== kind))

class Replace {
  static $inject = ['popupMenu', 'bpmnReplace']
  readonly getPopupMenuEntries: (element: Drawn) => Record<string, object>
  constructor(popupMenu: Services['popupMenu'], bpmnReplace: Services['bpmnReplace']) {
    this.getPopupMenuEntries = (element) => {
      const kind = findStepKind(element.type)
      return Object.fromEntries(
        (kind ? listOthers(kind) : []).map((other) => [
          other,
          {
            label: kinds[other].name,
            className: kinds[other].icon,
            action: () => bpmnReplace.replaceElement(element, { type: kinds[other].type }),
          },
        ]),
      )
    }
    popupMenu.registerProvider('bpmn-replace', this)
  }
}

export const offers = {
  translate: ['value', translate],
  paletteProvider: ['type', Palette],
  contextPadProvider: ['type', Pad],
  replaceMenuProvider: ['type', Replace],
}
