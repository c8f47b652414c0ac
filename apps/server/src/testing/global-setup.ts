import { rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { connectPlainly } from '../adapters/database/connect.ts'
import { startEmbedded } from '../adapters/database/embedded.ts'
import { migrate } from '../adapters/database/migrate.ts'
import { folderOfData } from './folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the migrated database that every test file's own is a copy of. Nobody may stay connected to it. */
    templateUrl: string
  }
}

// Tests provoke what it warns of.
const log = { info() {}, warn() {}, error: (message: string) => void process.stderr.write(`${message}\n`) }

/** One PostgreSQL for the run. It forgets on a power cut; a test of durability starts its own. */
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
