// What other modules ask of this one.

export {
  attach,
  attachmentOf,
  copy,
  filesOf,
  find,
  hangsOn,
  keep,
  keepBytes,
  keepPicture,
  keepPictures,
  open,
  readableBy,
  rehang,
  remove,
  removeOf,
  show,
  showsPictures,
} from './file.handler.ts'
export type { FileRow } from './file.handler.ts'
