// The import of spreadsheets: templates, the uploaded file, its preview and the one transaction that writes
// it. A module defines its columns and registers the import; it may also offer template and upload under its
// own addresses. A module whose columns differ from year to year reads the lines itself.

export { defineImport, registerImport, type Judged } from './definition.action.ts'
export { receiveFile, makeTemplate } from './upload.action.ts'
export { linesOfSheet } from './rows.action.ts'
export type { ImportValues } from './sheet.rules.ts'
