// The import of spreadsheets: templates, the uploaded file, its preview and the one transaction that writes
// it. A module that lets its rows be brought in says what its columns mean and registers that; it may offer
// template and upload at addresses of its own, too. Whose columns differ from year to year reads the lines
// itself.

export { defineImport, registerImport, type Judged } from './definition.action.ts'
export { receiveFile, makeTemplate } from './upload.action.ts'
export { linesOfSheet } from './rows.action.ts'
export type { ImportValues } from './sheet.rules.ts'
