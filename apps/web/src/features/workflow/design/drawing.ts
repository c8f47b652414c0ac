import Modeler from 'bpmn-js/lib/Modeler'
import minimap from 'diagram-js-minimap'
import { descriptor } from '@portal/process-kit/model/descriptor'
import { createStore, type Store } from '../../../lib/store.ts'
import { drawText } from '../shared/lay-out.ts'
import type { Drawn, Moddle, Services } from './bpmn.ts'
import { findStepKind, kinds, type StepKind } from './kinds.ts'
import { makeShape, offers } from './offers.ts'
import { PAINT, spellPaint } from './paint.ts'
import { Trail } from './trail.ts'

/** The state of the diagram for React: a change counter and the selection. */
export interface DrawingState {
  /** Counts changes. */
  version: number
  /** The selected element; null if several are selected, which only the diagram's own tools handle. */
  selected: string | null
  /** The number of selected elements. */
  count: number
  canUndo: boolean
  canRedo: boolean
}

/** Commands that run inside this one are undone as one step. */
class Together {
  preExecute({ run }: { run: () => void }): void {
    run()
  }
}

/**
 * The diagram on the page: bpmn-js, limited to elements that the engine runs. All changes go through its
 * command stack, so that each can be undone, whether it came from the mouse, the panel or the outline.
 */
export class Drawing {
  readonly store: Store<DrawingState> = createStore({
    version: 0,
    selected: null as string | null,
    count: 0,
    canUndo: false,
    canRedo: false,
  })
  readonly #modeler: Modeler
  readonly #trail = new Trail()
  /** Diagrams that were replaced, for undo, and diagrams that undo removed, for redo. */
  #replaced: string[] = []
  #restored: string[] = []
  constructor() {
    this.#modeler = new Modeler({
      moddleExtensions: { portal: descriptor },
      additionalModules: [minimap, offers],
      bpmnRenderer: PAINT,
      // bpmn-js measures with a font that is narrower than Chinese text.
      textRenderer: { defaultStyle: { fontFamily: 'sans-serif' } },
    } as object) // its type leaves out what modules read of it
    this.get('commandStack').registerHandler('portal.together', Together)
    this.get('eventBus').on('commandStack.changed', (event: { trigger?: string }) => {
      this.#trail.follow(event.trigger)
      // A new edit after an undo removes the redo steps.
      if (event.trigger === 'execute') this.#restored = []
    })
    // The command stack fires no event when it is cleared with the diagram.
    this.get('eventBus').on('diagram.clear', () => this.#trail.follow('clear'))
    this.get('eventBus').on(['commandStack.changed', 'import.done'], () => this.#tell(true))
    this.get('eventBus').on('selection.changed', () => this.#tell(false))
  }
  get<S extends keyof Services>(service: S): Services[S] {
    return this.#modeler.get(service) as Services[S]
  }
  #tell(changed: boolean): void {
    const selected = this.get('selection').get()
    const [only] = selected.length === 1 ? selected : []
    const stack = this.get('commandStack')
    this.store.set({
      version: this.store.get().version + (changed ? 1 : 0),
      selected: (only?.labelTarget ?? only)?.id ?? null,
      count: selected.length,
      canUndo: stack.canUndo() || this.#replaced.length > 0,
      canRedo: stack.canRedo() || this.#restored.length > 0,
    })
  }

  attachTo(box: HTMLElement): () => void {
    this.#modeler.attachTo(box)
    return () => this.#modeler.detach()
  }
  /** Opens a diagram. Throws an error of bpmn-js if the text cannot be drawn. */
  async open(xml: string): Promise<void> {
    this.#replaced = []
    this.#restored = []
    await this.#show(xml)
  }
  async #show(xml: string): Promise<void> {
    await this.#modeler.importXML(await drawText(xml))
    this.fit()
  }
  /**
   * Replaces the diagram as one step that can be undone. Earlier steps are lost, since bpmn-js drops the
   * command stack with its diagram.
   */
  async replaceWith(xml: string): Promise<void> {
    const before = await this.write()
    try {
      await this.#show(xml)
    } catch (error) {
      await this.#show(before)
      throw error
    }
    this.#replaced.push(before)
    this.#restored = []
    this.#tell(true)
  }
  /** Whether a replacement is running, which is asynchronous. */
  #swapping = false
  async #swap(from: string[], to: string[]): Promise<void> {
    const xml = this.#swapping ? undefined : from.pop()
    if (xml === undefined) return
    this.#swapping = true
    try {
      to.push(await this.write())
      await this.#show(xml)
      this.#tell(true)
    } finally {
      this.#swapping = false
    }
  }
  async write(): Promise<string> {
    const { xml = '' } = await this.#modeler.saveXML({ format: true })
    return xml
  }
  /** The number of the current state. Equal numbers mean the same diagram, also after undone edits. */
  place(): number {
    return this.#trail.place()
  }
  async writeSvg(): Promise<string> {
    const { svg } = await this.#modeler.saveSVG()
    return spellPaint(svg)
  }

  root(): Drawn {
    return this.get('canvas').getRootElement()
  }
  find(id: string | null): Drawn | undefined {
    return id === null ? undefined : this.get('elementRegistry').get(id)
  }
  /** All shapes, without connections, labels and the plane. */
  shapes(): Drawn[] {
    return this.get('elementRegistry').filter(
      (element) => !('waypoints' in element) && element.type !== 'label' && element.parent !== undefined,
    )
  }
  /** Sets the name before editing begins; it is no undo step. */
  nameProcess(name: string): void {
    this.root().businessObject.set('name', name)
  }
  select(id: string | null): void {
    const element = this.find(id)
    this.get('selection').select(element && element !== this.root() ? element : null)
    if (element && element !== this.root()) this.get('canvas').scrollToElement(element.id, ROOM)
  }
  undo(): void {
    const stack = this.get('commandStack')
    if (stack.canUndo()) stack.undo()
    else void this.#swap(this.#replaced, this.#restored)
  }
  redo(): void {
    const stack = this.get('commandStack')
    if (stack.canRedo()) stack.redo()
    else void this.#swap(this.#restored, this.#replaced)
  }
  /** Fits the whole diagram beside the palette. The scale is at most 1: small diagrams are not enlarged. */
  fit(): void {
    const canvas = this.get('canvas')
    const { inner, outer } = canvas.viewbox()
    const [wide, high] = [outer.width - PALETTE - MARGIN, outer.height - 2 * MARGIN]
    const scale = Math.max(0.2, Math.min(1, wide / (inner.width || 1), high / (inner.height || 1)))
    const [width, height] = [outer.width / scale, outer.height / scale]
    if (!(width > 0 && height > 0)) return
    const x = inner.x - PALETTE / scale - (wide / scale - inner.width) / 2
    canvas.viewbox({ x, y: inner.y - (height - inner.height) / 2, width, height })
  }
  together(run: () => void): void {
    this.get('commandStack').execute('portal.together', { run })
  }
  readonly make = (type: string, properties: object): Moddle =>
    this.get('bpmnFactory').create(type, properties)
  change(element: Drawn, properties: object): void {
    this.get('modeling').updateProperties(element, properties)
  }

  /** Adds a step after another one, before its next step; a gateway gets another flow. Returns the new id. */
  addAfter(id: string, kind: StepKind): string | null {
    const source = this.find(id)
    if (!source) return null
    const modeling = this.get('modeling')
    const [next, ...others] = source.outgoing.filter((flow) => flow.type === 'bpmn:SequenceFlow')
    const isGateway = source.type.endsWith('Gateway')
    let added: Drawn | undefined
    this.together(() => {
      const shape = makeShape({ elementFactory: this.get('elementFactory') }, kind)
      const right = source.x + source.width
      const x = right + GAP + shape.width / 2
      let y = source.y + source.height / 2
      if (next && !isGateway && others.length === 0 && kind !== 'end') {
        this.#makeRoom(source, shape.width + GAP)
        added = modeling.appendShape(source, shape, { x, y }, this.root())
        modeling.reconnectStart(next, added, { x: x + shape.width / 2, y })
      } else {
        while (this.#isTaken(x, y, shape)) y += ROW
        added = modeling.appendShape(source, shape, { x, y }, this.root())
      }
    })
    if (added) this.select(added.id)
    return added?.id ?? null
  }
  addStart(): string {
    const shape = makeShape({ elementFactory: this.get('elementFactory') }, 'start')
    const added = this.get('modeling').createShape(shape, { x: 180, y: 160 }, this.root())
    this.select(added.id)
    return added.id
  }
  #makeRoom(source: Drawn, width: number): void {
    const right = source.x + source.width
    const behind = this.shapes().filter((shape) => shape.x >= right)
    const nearest = Math.min(...behind.map((shape) => shape.x))
    if (nearest - right < width + GAP) this.get('modeling').moveElements(behind, { x: width, y: 0 })
  }
  #isTaken(x: number, y: number, { width, height }: Drawn): boolean {
    return this.shapes().some(
      (other) =>
        Math.abs(other.x + other.width / 2 - x) < (other.width + width) / 2 + 10 &&
        Math.abs(other.y + other.height / 2 - y) < (other.height + height) / 2 + 20,
    )
  }
  connect(from: string, to: string): string | null {
    const [source, target] = [this.find(from), this.find(to)]
    if (!source || !target) return null
    return this.get('modeling').connect(source, target, { type: 'bpmn:SequenceFlow' }).id
  }
  remove(id: string): void {
    const element = this.find(id)
    if (element) this.get('modeling').removeElements([element])
  }
  replace(id: string, kind: StepKind): void {
    const element = this.find(id)
    if (!element || findStepKind(element.type) === kind) return
    this.get('bpmnReplace').replaceElement(element, { type: kinds[kind].type })
  }
  destroy(): void {
    this.#modeler.destroy()
  }
}
const GAP = 50
const PALETTE = 90
/** Free space around an element that is scrolled to: the palette is left of it, the pad opens right of it. */
const ROOM = { top: 60, right: 130, bottom: 60, left: 140 }
const MARGIN = 30
const ROW = 110
