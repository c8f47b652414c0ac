import type { FileStore } from './files/files.ts'

/** The outside world. Each has an embedded default, so that nothing has to be set up. */
export interface Adapters {
  files: FileStore
}
