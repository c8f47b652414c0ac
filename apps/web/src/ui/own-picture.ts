import { fileCalls } from '@portal/contract/file/file'
import { makeKey, queryClient } from '../lib/query.ts'
import { fetchFile } from '../lib/send.ts'

const makeAddress = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('图片无法读取')))
    reader.readAsDataURL(blob)
  })

/**
 * An <img> does not send the token, so private files are fetched with the session. The bytes of an id never
 * change.
 */
export const pictureQuery = (id: string, small = false) => ({
  queryKey: [...makeKey(fileCalls.get), id, small],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    makeAddress(
      (
        await fetchFile(fileCalls.get, {
          params: { id },
          query: small ? { thumb: 'true' } : {},
          signal,
          quiet: true,
        })
      ).blob,
    ),
  staleTime: Number.POSITIVE_INFINITY,
})

const OWN = /^\/api\/v2\/file\/([0-9a-f-]{36})(\?thumb=1)?$/
/**
 * Shows a picture of a rich text that is stored in the portal. If it cannot be fetched, only its alternative
 * text shows.
 */
export async function showOwn(img: HTMLImageElement, address: string): Promise<void> {
  const [, id, small] = OWN.exec(address) ?? []
  if (!id) return
  try {
    img.src = await queryClient.fetchQuery(pictureQuery(id, small !== undefined))
  } catch {
    img.dataset['lost'] = ''
  }
}
