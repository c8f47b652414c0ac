// `npm test`: runs everything, from types to the browser, on a machine that has only Node and npm.
//   npm test -- types | lint | layout | walls | unit | build | e2e     runs only these parts
//   npm test -- unit booking, npm test -- e2e story.spec.ts            runs only matching files of a part
// Every part runs even if an earlier one failed. Failures are repeated at the end, so that they need not be
// searched in an hour's output. The last line is `N passed, N failed`.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { findBrowser } from './browser.mjs'
import { buildAll, fail, inRoot, install, node24, run, withNode24 } from './lib.mjs'
import { listRedStories, listRedUnits } from './red.mjs'

const results = inRoot('.cache/test')
const npmRun = (name) => ({ name, run: () => runTool('npm', ['run', '--silent', name]) })
const parts = [
  npmRun('types'),
  npmRun('lint'),
  npmRun('layout'),
  npmRun('walls'),
  { name: 'unit', run: unit },
  { name: 'build', run: build },
  { name: 'e2e', run: e2e },
]

const asked = process.argv.slice(2)
const wanted = parts.filter(({ name }) => asked.includes(name))
const filters = asked.filter((word) => !parts.some(({ name }) => name === word))
if (filters.length > 0 && wanted.length === 0)
  fail(`${filters.join(' ')}？ Say which part: ${parts.map(({ name }) => name).join(', ')}.`)

install({ tools: true })
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
const has = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')).scripts
const total = { passed: 0, failed: 0 }
const lines = []
const red = []
for (const part of wanted.length > 0
  ? wanted
  : parts.filter(({ name }) => !['types', 'lint', 'layout', 'walls'].includes(name) || name in has)) {
  console.log(`\n── ${part.name}`)
  const began = performance.now()
  const { passed = 0, failed = 0, skipped = 0, told = [] } = await part.run()
  red.push(...told)
  total.passed += passed
  total.failed += failed
  const seconds = ((performance.now() - began) / 1000).toFixed(1).padStart(7)
  lines.push(
    `${part.name.padEnd(6)} ${seconds} s  ${failed ? 'FAILED' : 'ok'}${passed ? `, ${passed} passed` : ''}${failed && passed ? `, ${failed} failed` : ''}${skipped ? `, ${skipped} skipped` : ''}`,
  )
}
if (red.length > 0) console.log(`\n── red\n${red.join('\n')}`)
console.log(`\n${lines.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0

/** Runs a tool that only passes or fails; a failure counts as one. */
async function runTool(file, args) {
  let said = ''
  const child = { stdio: ['inherit', 'pipe', 'inherit'], env: withNode24() }
  const code = await run(file, args, child, (chunk) => {
    process.stdout.write(chunk)
    said = (said + chunk).slice(-2000)
  })
  return code === 0 ? {} : { failed: 1, told: [`npm ${args.join(' ')}\n${said.trim()}`] }
}

async function build() {
  await buildAll()
  return {}
}

async function unit() {
  const file = `${results}/unit.json`
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...filters]
  const code = await run(node24, [inRoot('node_modules/vitest/vitest.mjs'), ...args], {
    env: withNode24({ CI: '1' }),
  })
  return tally(code, file, (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests,
    told: listRedUnits(report),
  }))
}

async function e2e() {
  const file = `${results}/e2e.json`
  const env = withNode24({ CI: '1', CHROMIUM_PATH: findBrowser(), PLAYWRIGHT_JSON_OUTPUT_NAME: file })
  await buildAll()
  const cli = inRoot('node_modules/@playwright/test/cli.js')
  const code = await run(
    node24,
    [cli, 'test', '-c', inRoot('e2e/playwright.config.ts'), '--reporter=list,json', ...filters],
    { env },
  )
  return tally(code, file, ({ stats, suites }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    told: listRedStories(suites),
  }))
}

/**
 * The counts of the test runner. A run that fails without a failed test, for example because a file does not
 * load, counts as one failure.
 */
function tally(code, file, read) {
  const counts = existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : {}
  return { ...counts, failed: Math.max(counts.failed ?? 0, code === 0 ? 0 : 1) }
}
