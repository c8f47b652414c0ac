// These packages have no types. These are the parts used here:
declare module 'bpmn-js-i18n-zh/lib/bpmn-js/index.js' {
  const words: Readonly<Record<string, string>>
  export default words
}
declare module 'diagram-js-minimap' {
  const module: object
  export default module
}
