import type { Attachment } from '@portal/contract/kernel/rows'
import { FileList } from './file-list.tsx'
import { PictureList } from './picture-list.tsx'

const isPicture = (a: Attachment): boolean => /^image\/(png|jpeg|webp|gif)$/.test(a.mime)

/** Attachments of a row: pictures are shown, other files are links. */
export function Attachments({ files, label = '附件' }: { files: readonly Attachment[]; label?: string }) {
  const pictures = files.filter(isPicture)
  const others = files.filter((a) => !isPicture(a))
  return (
    <>
      {pictures.length > 0 && <PictureList pictures={pictures} label={`${label}中的图片`} />}
      {others.length > 0 && <FileList files={others} label={label} />}
    </>
  )
}
