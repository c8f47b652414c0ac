import { mkdtempSync, statfsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const MEMORY = '/dev/shm'
const ROOM = 2 ** 31
/**
 * A new folder for the data of a test run, in memory where there is plenty. Every test file's database is a
 * thousand new files, and then a thousand deleted ones: on ext4 without a journal, which passes over each
 * that was deleted in the last half minute, making them took a second of a core.
 */
export const folderOfData = (prefix: string): string => mkdtempSync(path.join(placeOfData(), prefix))

function placeOfData(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    if (Math.min(bavail * bsize, process.availableMemory()) > ROOM) return MEMORY
  } catch {
    // No such folder on this system.
  }
  return os.tmpdir()
}
