// The files of all modules: their bytes, who may read them, and the pictures in rich texts. A module keeps an
// upload, attaches it to one of its rows and removes it with that row. At start it registers who may read its
// private files, the table they belong to, and the texts that show pictures.

export type { FileRow } from './file.store.ts'
export { showAttachment, type ShownFile } from './file.view.ts'
export {
  attach,
  copy,
  listFiles,
  keep,
  keepBytes,
  keepPicture,
  rehang,
  remove,
  removeFiles,
  replaceFiles,
  show,
  type About,
} from './keeping.action.ts'
export { find, open } from './reading.action.ts'
export {
  registerDrafts,
  registerFileTable,
  registerFileReaders,
  registerPictureText,
} from './registry.action.ts'
export { judgePictures, keepPictures } from './text-picture.action.ts'
