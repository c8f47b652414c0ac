import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'

export interface DiskSpace {
  freeBytes: number
  sizeBytes: number
}

/** The disk that holds a folder, or will hold it: where nothing was written yet, its parent says. */
export async function readDisk(folder: string): Promise<DiskSpace | undefined> {
  try {
    const { bsize, bavail, blocks } = await statfs(folder)
    return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize }
  } catch (e) {
    const parent = dirname(folder)
    if ((e as NodeJS.ErrnoException).code !== 'ENOENT' || parent === folder) return undefined
    return readDisk(parent)
  }
}
