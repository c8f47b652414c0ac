// The package has no types.
declare module 'bpmn-auto-layout' {
  /** The same diagram with a layout; throws if it cannot lay it out. */
  export function layoutProcess(xml: string): Promise<string>
}
