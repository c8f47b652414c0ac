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
  // The long ones first: what is short is left for the end, when workers wait for each other.
  projects: [
    { name: 'stories', testIgnore: '**/screens.spec.ts' },
    { name: 'screens', testMatch: '**/screens.spec.ts' },
  ],
  fullyParallel: false,
  workers: 3,
  // A test that passes at the second try is a fault somewhere: never hidden.
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  // What hangs is ended and named long before (`actionTimeout`, `expect`, calls): this is for slow machines.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    // What cannot be clicked is said by its name, well before the test is over.
    actionTimeout: 30_000,
    baseURL: process.env['E2E_URL'],
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1280, height: 800 },
    // As `person` in support/people.ts: what still moves loses a click on a busy machine.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording what nobody will look at costs a quarter of the time: E2E_TRACE=1 when something is to be
    // looked into.
    trace: process.env['E2E_TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      args: [
        // Chromium's own sandbox refuses root; it opens only our own pages here.
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
