// What other modules ask of this one.

export { receive, templateOf } from './bulk.handler.ts'
export { defineImport, importable, type Judged } from './definition.action.ts'
export type { ImportValues } from './sheet.rules.ts'
