import { mkdtempSync, statfsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const MEMORY = '/dev/shm'
const ROOM = 2 ** 31
/**
 * A new folder for the data of a test run, in memory where there is enough. Each test file's database creates
 * a thousand files and deletes them again: on ext4 without a journal, which skips inodes deleted in the last
 * half minute, creating them took a second of a core.
 */
export const folderOfData = (prefix: string): string => mkdtempSync(path.join(placeOfData(), prefix))

function placeOfData(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    if (Math.min(bavail * bsize, process.availableMemory()) > ROOM) return MEMORY
  } catch {
    // This system has no such folder.
  }
  return os.tmpdir()
}
