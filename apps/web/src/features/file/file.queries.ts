import { fileCalls } from '@portal/contract/file/file'
import { useQuery } from '@tanstack/react-query'
import { download, fetchFile } from '../../lib/send.ts'

/** Saves a file that not everybody may see: its address alone, without the session in a header, would be refused. */
export const saveFile = (id: string, name: string): Promise<void> => download(fileCalls.get, { params: { id }, query: { download: '1' } }, name)

/** A picture that not everybody may see, as an address within this page. */
export const usePicture = (id: string, small: boolean) =>
  useQuery({
    queryKey: [fileCalls.get.path, id, small],
    queryFn: async ({ signal }) =>
      URL.createObjectURL((await fetchFile(fileCalls.get, { params: { id }, query: small ? { thumb: '1' } : {}, signal, quiet: true })).blob),
    staleTime: Infinity,
    // The picture's memory is kept as long as its address: for the visit.
    gcTime: Infinity,
  })
