import type { Json } from '@portal/form-kit/form/form'
import { isObject } from '@portal/form-kit/form/scan'
import { use } from 'react'
import { FileList } from '../../../../ui/detail/file-list.tsx'
import { PictureList } from '../../../../ui/detail/picture-list.tsx'
import type { ShowProps } from '../control.ts'
import { readSettings } from '../settings.ts'
import { ViewContext, type AnswerFile } from '../view-context.ts'
import { listValues } from './options.ts'

/** The files of a value; form-create also stores plain addresses. */
export const listFiles = (value: Json): AnswerFile[] =>
  listValues(value).flatMap((file) => {
    const { url, name } = isObject(file) ? file : { url: file, name: undefined }
    if (typeof url !== 'string') return []
    return [{ url, name: typeof name === 'string' && name !== '' ? name : (url.split('/').at(-1) ?? url) }]
  })

const OWN = /^\/api\/v2\/file\/([0-9a-f-]{36})$/
/** Our own files are fetched with the session; other addresses are links. */
export function Files({ files, arePictures }: { files: readonly AnswerFile[]; arePictures?: boolean }) {
  const { mode } = use(ViewContext)
  if (mode === 'print') return files.map(({ name }) => name).join('、')
  const ours = files.flatMap(({ url, name }) =>
    OWN.test(url) ? [{ id: OWN.exec(url)?.[1] ?? '', name }] : [],
  )
  return (
    <>
      {ours.length > 0 &&
        (arePictures ? <PictureList pictures={ours} label="图片" /> : <FileList files={ours} />)}
      {files
        .filter(({ url }) => !OWN.test(url))
        .map(({ url, name }) => (
          <a key={url} href={url} target="_blank" rel="noreferrer">
            {name}
          </a>
        ))}
    </>
  )
}
export const ShownFiles = ({ state: { rule }, value }: ShowProps) => (
  <Files files={listFiles(value)} arePictures={readSettings(rule).text('uploadType') === 'image'} />
)
