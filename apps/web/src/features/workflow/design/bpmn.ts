// Types for the parts of bpmn-js used here. Its own types know neither its services by name nor the
// properties of elements.

/** A BPMN element in moddle. */
export interface Moddle {
  readonly $type: string
  $parent?: Moddle
  id: string
  get(name: string): unknown
  set(name: string, value: unknown): void
}
/** A drawn element: a shape, a connection, the plane or a label. */
export interface Drawn {
  id: string
  type: string
  businessObject: Moddle
  parent?: Drawn
  labelTarget?: Drawn
  incoming: Drawn[]
  outgoing: Drawn[]
  source?: Drawn
  target?: Drawn
  x: number
  y: number
  width: number
  height: number
}
export interface Point {
  x: number
  y: number
}

export interface Box extends Point {
  width: number
  height: number
}

export interface Services {
  bpmnFactory: { create(type: string, properties?: object): Moddle }
  bpmnReplace: { replaceElement(element: Drawn, target: { type: string }): Drawn }
  canvas: {
    getRootElement(): Drawn
    addMarker(id: string, marker: string): void
    removeMarker(id: string, marker: string): void
    viewbox(box?: Box): { inner: Box; outer: { width: number; height: number } }
    zoom(level?: number | 'fit-viewport', center?: 'auto' | Point): number
    scrollToElement(id: string, padding: object): void
    getContainer(): HTMLElement
    focus(): void
    resized(): void
  }
  commandStack: {
    undo(): void
    redo(): void
    canUndo(): boolean
    canRedo(): boolean
    execute(command: string, context: object): void
    registerHandler(command: string, handler: new () => object): void
  }
  contextPad: {
    registerProvider(provider: object): void
  }
  connect: { start(event: unknown, element: Drawn): void }
  create: { start(event: unknown, shape: Drawn, context?: object): void }
  editorActions: {
    trigger(action: string, options?: object): unknown
  }
  elementFactory: { createShape(options: object): Drawn }
  elementRegistry: {
    get(id: string): Drawn | undefined
    filter(keep: (element: Drawn) => boolean): Drawn[]
  }
  eventBus: { on(events: string | string[], listener: (event: never) => void): void }
  globalConnect: { start(event: unknown): void }
  handTool: { activateHand(event: unknown): void }
  lassoTool: { activateSelection(event: unknown): void }
  minimap: { toggle(): void; isOpen(): boolean }
  modeling: {
    updateProperties(element: Drawn, properties: object): void
    appendShape(source: Drawn, shape: Drawn, at: Point, parent: Drawn): Drawn
    createShape(shape: Drawn, at: Point, parent: Drawn): Drawn
    connect(source: Drawn, target: Drawn, attrs?: object): Drawn
    reconnectStart(connection: Drawn, source: Drawn, at: Point): void
    moveElements(elements: Drawn[], by: Point): void
    removeElements(elements: Drawn[]): void
  }
  overlays: {
    add(id: string, type: string, overlay: { position: object; html: HTMLElement }): void
    remove(filter: { type: string }): void
  }
  palette: { registerProvider(provider: object): void }
  popupMenu: {
    registerProvider(id: string, provider: object): void
    open(element: Drawn, id: string, at: Point, options: object): void
  }
  selection: { get(): Drawn[]; select(elements: Drawn | Drawn[] | null): void }
  spaceTool: { activateSelection(event: unknown): void }
}
