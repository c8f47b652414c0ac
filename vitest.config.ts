import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const timeRules = [
  'src/modules/{booking,opening,price-plan,qualification,test-order,tender,notice}/**/*.rules.test.ts',
]

export default defineConfig({
  test: {
    // Three at a time, however many cores: the database is shared, and so are the machines this runs on. Of two
    // cores two files leave a fifth idle, waiting.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'contract',
          root: at('packages/contract'),
          include: ['src/**/*.test.ts'],
          isolate: false,
        },
      },
      {
        test: {
          name: 'form-kit',
          root: at('packages/form-kit'),
          include: ['src/**/*.test.ts'],
          isolate: false,
          // A thousand random forms take a second alone, and several beside the server's tests.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'process-kit',
          root: at('packages/process-kit'),
          include: ['src/**/*.test.ts'],
          isolate: false,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'server',
          root: at('apps/server'),
          include: ['src/**/*.test.ts'],
          globalSetup: [at('apps/server/src/testing/global-setup.ts')],
          setupFiles: [at('apps/server/src/testing/after-midnight.ts')],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // What is waited for comes at once on a quiet machine; a busy one is no fault of the program.
          expect: { poll: { timeout: 15_000 } },
          // Every file has an app and a database of its own; loading a thousand modules for each again took a
          // fifth of the time.
          isolate: false,
        },
      },
      // A process may run in any zone: days and hours are the campus's all the same. They share one world,
      // being pure.
      ...['UTC', 'Asia/Shanghai', 'America/New_York'].map((zone) => ({
        test: {
          name: `time in ${zone}`,
          root: at('apps/server'),
          include: zone.startsWith('America') ? [...timeRules, 'src/kernel/time.test.ts'] : timeRules,
          env: { TZ: zone, IN_ZONE: zone },
          isolate: false,
        },
      })),
      {
        test: {
          name: 'web',
          root: at('apps/web'),
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: [at('apps/web/src/testing/patience.ts')],
          // Longer than the longest wait of a test (20 s).
          testTimeout: 30_000,
          isolate: false,
        },
      },
      { test: { name: 'scripts', root: at('scripts'), include: ['**/*.test.ts'], testTimeout: 60_000 } },
    ],
  },
})
