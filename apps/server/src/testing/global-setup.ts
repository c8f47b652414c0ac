import { rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { connectPlainly } from '../adapters/database/connect.ts'
import { startEmbedded } from '../adapters/database/embedded.ts'
import { migrate } from '../adapters/database/migrate.ts'
import { folderOfData } from './folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the migrated database that each test file copies. No connection to it may stay open. */
    templateUrl: string
  }
}

// Warnings are ignored, because tests provoke them.
const log = { info() {}, warn() {}, error: (message: string) => void process.stderr.write(`${message}\n`) }

/** One PostgreSQL for the run. It does not survive a power cut; a test of durability starts its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = folderOfData('portal-test-')
  const database = await startEmbedded({
    dataDir,
    log,
    durable: false,
    settings: { max_connections: '200', max_wal_size: '96MB', min_wal_size: '48MB' },
  })
  const client = await connectPlainly(database.url)
  try {
    await migrate(client)
  } finally {
    await client.end()
  }
  project.provide('templateUrl', database.url)
  return async () => {
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
