import { readFileSync } from 'node:fs'
import { Session, type Profiler } from 'node:inspector/promises'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('..', import.meta.url))

/** True for the V8 function that only wraps a module. */
const isBody = ({ functionName, isBlockCoverage }: Profiler.FunctionCoverage) =>
  functionName === '' && isBlockCoverage

/** True for a file that only re-exports: the loader makes a getter of each name, which runs. */
const passesOn = (path: string) =>
  readFileSync(path, 'utf8')
    .replace(/\/\*[^]*?\*\/|\/\/.*/g, '')
    .replace(/export (type )?(\{[^}]*\}|\* as \w+) from '[^']+'/g, '')
    .trim() === ''

/**
 * The files of `apps/server/src` in which a function ran while `work` was done, in alphabetical order. Loaded
 * modules of which only a constant, a table or a re-exported name was read do not count.
 */
export async function filesVisited(work: () => Promise<unknown>): Promise<string[]> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await work()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  await session.post('Profiler.stopPreciseCoverage')
  session.disconnect()
  const ran = result.filter(({ functions }) =>
    functions.some((f) => !isBody(f) && f.ranges.some((r) => r.count > 0)),
  )
  const paths = ran.map(({ url }) => (url.startsWith('file:') ? fileURLToPath(url) : url))
  const own = [...new Set(paths)].filter((path) => path.startsWith(source) && !passesOn(path))
  return own.map((path) => path.slice(source.length)).sort()
}
