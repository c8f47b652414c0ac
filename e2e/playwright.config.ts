import { existsSync, readFileSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

const known = JSON.parse(
  readFileSync(new URL('./support/browsers.json', import.meta.url), 'utf8'),
) as string[]
const executablePath = process.env['CHROMIUM_PATH'] ?? known.find((path) => existsSync(path))
if (!executablePath)
  throw new Error(
    '找不到 Chromium：请安装它，或用 CHROMIUM_PATH 指定。 No Chromium found: install it or name it in CHROMIUM_PATH.',
  )

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: './support/server.ts',
  outputDir: './test-results',
  // Long tests first, so that only short ones are left at the end, when some workers are already idle.
  projects: [
    { name: 'stories', testIgnore: '**/screens.spec.ts' },
    { name: 'screens', testMatch: '**/screens.spec.ts' },
  ],
  fullyParallel: false,
  workers: 3,
  // No retries: a test that passes only at the second try shows a real fault, which must not be hidden.
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  // Long, for slow machines. Shorter limits (`actionTimeout`, `expect`, calls) end and name a hanging step.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    // An element that cannot be clicked is named in the error, well before the test times out.
    actionTimeout: 30_000,
    baseURL: process.env['E2E_URL'],
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1280, height: 800 },
    // As `person` in support/people.ts: on a busy machine a click on a moving element gets lost.
    contextOptions: { reducedMotion: 'reduce' },
    // Off by default, because tracing costs a quarter of the time. Set E2E_TRACE=1 to investigate a failure.
    trace: process.env['E2E_TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      args: [
        // Chromium's sandbox does not run as root. It opens only our own pages here.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
})
