// `npm start`: installs, builds and runs the portal. apps/server/src/boot.ts does the rest (PostgreSQL,
// migrations, demo data).
import { existsSync } from 'node:fs'
import net from 'node:net'
import {
  buildServer,
  buildWeb,
  fail,
  inRoot,
  install,
  keepRunning,
  serverCommand,
  serverEnv,
  surviveHangUps,
} from './lib.mjs'

if (existsSync(inRoot('.env'))) process.loadEnvFile?.(inRoot('.env'))
surviveHangUps()
await refuseTakenPort()
install()
// The pages are built while the server creates its database.
process.exitCode =
  (await buildServer()) || (await keepRunning(...serverCommand, { env: serverEnv(), pages: buildWeb() }))

/**
 * Refuses a port that is in use before the installation, so that the user need not wait for it. The server
 * reports other faults of PORT.
 */
async function refuseTakenPort() {
  const port = Number(process.env.PORT || 3000)
  if (!Number.isInteger(port) || port < 1 || port > 65535) return
  const server = net.createServer()
  const code = await new Promise((resolve) => {
    server
      .once('error', (error) => resolve(error.code))
      .listen({ port, host: process.env.HOST || '127.0.0.1' }, () => resolve())
  })
  if (code === 'EADDRINUSE')
    fail(
      `端口 ${port} 已被占用，请停止占用它的程序或换一个 PORT。 Port ${port} is in use; stop what uses it or choose another PORT.`,
    )
  await new Promise((resolve) => server.close(resolve))
}
