// The package says what its elements are, and nothing of what it does. What is used of it here:
declare module 'bpmn-moddle' {
  export interface ModdleElement {
    readonly $type: string
    readonly id?: string
    readonly $attrs: Readonly<Record<string, string>>
    get(name: string): unknown
  }
  export class BpmnModdle {
    constructor(packages?: Record<string, unknown>)
    fromXML(
      xml: string,
      type?: string,
    ): Promise<{ rootElement: ModdleElement; warnings: { message: string }[] }>
  }
}
