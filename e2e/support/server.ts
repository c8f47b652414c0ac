import { openingCalls } from '@portal/contract/opening/opening'
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { folderOfData } from '../../apps/server/src/testing/folder.ts'
import { buildServer, serverCommand, serverEnv } from '../../scripts/lib.mjs'
import { call } from './people.ts'
import { findDayIn } from './select.ts'

/** The server prints this when it is ready; see `print` in apps/server/src/main.ts. */
const READY = /The portal is ready at (http:\S+)/
/** A line of the server's log: pino's levels error and fatal. */
const EXCEPTION = /"level":[56]0,/
const START_MS = 180_000

/**
 * Starts the whole portal as `npm start` does, on a free port, with its own PostgreSQL and a fresh demo
 * campus in a temporary folder. Set E2E_URL and E2E_DATA_DIR to use a running portal instead. Its address is
 * in `process.env.E2E_URL` and is the base of every page. Throws if it is not ready in 180 s.
 */
export default async function startServer(): Promise<() => Promise<void>> {
  if (process.env['E2E_URL']) return async () => {}
  const dataDir = folderOfData('portal-e2e-')
  process.env['E2E_DATA_DIR'] = dataDir
  if ((await buildServer()) !== 0) throw new Error('the server cannot be built')
  const { DATABASE_URL: _, ...inherited } = serverEnv()
  const server = spawn(...serverCommand, {
    env: {
      ...inherited,
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      DEMO: '1',
      NATIONAL_PLATFORM_DEMO: '1',
      MQTT_PORT: '0',
      LOG_LEVEL: 'warn',
      RATE_LIMIT: '100000',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => void server.once('close', () => resolve()))
  const stop = async () => {
    server.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    process.env['E2E_URL'] = await new Promise<string>((resolve, reject) => {
      let text = ''
      createInterface(server.stdout).on('line', (line) => {
        // A page says only that it got a 500; why stands in the log, which nobody keeps.
        if (EXCEPTION.test(line)) process.stderr.write(`${line}\n`)
        text += `${line}\n`
        const address = READY.exec(line)?.[1]
        if (address) resolve(address)
      })
      void ended.then(() => reject(new Error(`the server ended before it was ready:\n${text}`)))
      setTimeout(
        () => reject(new Error(`the server was not ready within ${START_MS / 1000} s:\n${text}`)),
        START_MS,
      ).unref()
    })
    await openCampus()
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

/** Removes holidays of the coming week, because stories use and book the instruments that they create. */
async function openCampus(): Promise<void> {
  const [from, to] = [findDayIn(-1), findDayIn(7)]
  for (const { id, firstDay, lastDay, open } of await call('sysadmin', openingCalls.holidays))
    if (!open && firstDay <= to && from <= lastDay)
      await call('sysadmin', openingCalls.removeException, { params: { id } })
}
