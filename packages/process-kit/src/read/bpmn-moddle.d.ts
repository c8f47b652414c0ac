// The package has types for its elements but not for its functions. These are the functions used here:
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
