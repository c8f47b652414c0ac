import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'

export interface DiskSpace {
  freeBytes: number
  sizeBytes: number
}

/**
 * Free and total bytes of the disk of a folder. If the folder does not exist yet, its nearest existing parent
 * counts. Undefined if the disk cannot be asked.
 */
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
