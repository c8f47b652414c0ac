import { Session, type Profiler } from 'node:inspector/promises'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('..', import.meta.url))

/** What a V8 function that only wraps a module is called. */
const isBody = ({ functionName, isBlockCoverage }: Profiler.FunctionCoverage) =>
  functionName === '' && isBlockCoverage

/**
 * The files of `apps/server/src` in which a function ran while `work` was done, in alphabetical order. What was loaded before
 * and only looked at (a constant, a table) is no visit.
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
  return [
    ...new Set(paths.filter((path) => path.startsWith(source)).map((path) => path.slice(source.length))),
  ].sort()
}
