// A server that dies by kill -9 at the statement that a request names: `x-ends-at: 7 sent` is the moment
// after its seventh statement has left for PostgreSQL, `7 unsent` the one before. It runs no timed work by
// itself; `POST /due` looks for due steps, as the job does. `startServer` starts this file.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildApp } from '../app.ts'
import { createPool } from '../kernel/db.ts'
import { readEnv } from '../kernel/env.ts'
import { runJob } from '../kernel/jobs.ts'
import { addMinutes } from '../kernel/time.ts'
import { workflowJobs } from '../modules/workflow/workflow.jobs.ts'
import { countStatements, life, parseMoment } from './statements.ts'

countStatements(() => {
  process.kill(process.pid, 'SIGKILL')
  // The process would go on for some microseconds until the signal reaches it: this loop
  // lets nothing happen in them.
  for (;;);
})
const env = readEnv(process.env)
const app = await buildApp({ env, pool: createPool(env.DATABASE_URL ?? '', 4, 'portal mortal') })
await app.listen({ port: 0, host: '127.0.0.1' })

const emit = app.server.emit.bind(app.server) as (...args: unknown[]) => boolean
app.server.emit = (...args: unknown[]): boolean => {
  const [event, request, response] = args as [string, IncomingMessage, ServerResponse]
  if (event !== 'request') return emit(...args)
  return life.run(parseMoment(String(request.headers['x-ends-at'] ?? '')), () => {
    if (request.url !== '/due') return emit(...args)
    const later = addMinutes(new Date(), 120)
    void Promise.all(workflowJobs.map((job) => runJob(app.deps, job, later))).then(() => response.end('{}'))
    return true
  })
}
// Ends when the process that started it has ended.
process.stdin.resume().once('end', () => process.exit())
const { port } = app.server.address() as AddressInfo // it listens on a port
process.stdout.write(`ready at http://127.0.0.1:${port}\n`)
