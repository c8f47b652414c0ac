// The package has no types.
declare module 'bpmn-auto-layout' {
  /** The same diagram with a drawing; throws what it cannot draw. */
  export function layoutProcess(xml: string): Promise<string>
}
