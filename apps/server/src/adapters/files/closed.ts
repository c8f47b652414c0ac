import { chmodSync, existsSync, lstatSync, readdirSync, statSync, type Stats } from 'node:fs'
import path from 'node:path'
import { BootError } from '../../kernel/env.ts'

const OTHERS = 0o077
const STICKY = 0o1000 // as for /tmp: shared with all on purpose

/**
 * Closes the data folder to all users but the server's, and with it what an older version left readable below
 * `files`. New files and folders are closed by the umask (main.ts). embedded.ts closes `postgres`, and lets
 * its user pass through to it. Throws a BootError if a folder above is closed to us.
 */
export function closeFolder(dataDir: string, warn: (message: string) => void): void {
  const found = findFolder(dataDir)
  if (!found?.isDirectory() || found.mode & STICKY) return
  try {
    const files = path.join(dataDir, 'files')
    // The mode of `files` itself is changed last: while it is open, there may be open entries below it.
    if (existsSync(files) && statSync(files).mode & OTHERS) {
      for (const entry of readdirSync(files, { recursive: true, withFileTypes: true })) {
        if (entry.isSymbolicLink()) continue
        chmodSync(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600)
      }
      chmodSync(files, 0o700)
    }
    const key = path.join(dataDir, 'secret.key')
    if (existsSync(key) && lstatSync(key).isFile()) chmodSync(key, 0o600)
    if (statSync(dataDir).mode & OTHERS) chmodSync(dataDir, 0o700)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code !== 'EPERM' && code !== 'EROFS' && code !== 'ENOTDIR') throw error
    warn(
      `数据文件夹 ${dataDir} 的权限无法收紧（${code}），请确认其他用户不能读取。 The data folder ${dataDir} could not be closed to others (${code}); see that they cannot read it.`,
    )
  }
}

/** Undefined if there is none yet. */
function findFolder(dataDir: string): Stats | undefined {
  try {
    return statSync(dataDir, { throwIfNoEntry: false })
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    throw new BootError(
      `无法访问数据文件夹 ${dataDir}（${code}），请检查其上级目录的权限，或换一个 DATA_DIR。 The data folder ${dataDir} cannot be reached (${code}); check the permissions of the folders above it, or choose another DATA_DIR.`,
    )
  }
}
