import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  test: {
    // Two at a time, however many cores: the database is shared, and so are the machines this runs on.
    maxWorkers: 2,
    projects: [
      { test: { name: 'contract', root: at('packages/contract'), include: ['src/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          root: at('apps/server'),
          include: ['src/**/*.test.ts'],
          globalSetup: [at('apps/server/src/testing/global-setup.ts')],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'web', root: at('apps/web'), include: ['src/**/*.test.{ts,tsx}'], environment: 'happy-dom', testTimeout: 15_000 } },
      { test: { name: 'scripts', root: at('scripts'), include: ['**/*.test.ts'], testTimeout: 60_000 } },
    ],
  },
})
