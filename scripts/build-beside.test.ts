import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

// What a running portal finds in the folder of its pages while they are built again. The build here is a small
// script that empties its folder, writes a page, and waits until the test lets it end.

let folder: string
beforeEach(() => void (folder = mkdtempSync(path.join(os.tmpdir(), 'portal-build-'))))
afterEach(() => rmSync(folder, { recursive: true }))
const at = (name: string) => path.join(folder, name)

/** `from`: a file of this repository that the build depends on. Resolves with the exit code. */
function startBuild(page: string, from: string, code = 0): Promise<number | null> {
  const builder = `
    import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
    rmSync('${at('beside')}', { recursive: true, force: true })
    mkdirSync('${at('beside')}')
    writeFileSync('${at('beside/index.html')}', '${page}')
    while (!existsSync('${at('go')}')) await new Promise((resolve) => setTimeout(resolve, 20))
    process.exit(${code})`
  const script = `
    import { build } from ${JSON.stringify(path.resolve(import.meta.dirname, 'lib.mjs'))}
    process.exitCode = await build({
      what: ['网页', 'the web app'],
      dist: '${at('dist')}',
      beside: '${at('beside')}',
      from: ['${from}'],
      args: ['--input-type=module', '--eval', ${JSON.stringify(builder)}],
    })`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'ignore' })
  return new Promise((resolve) => void child.once('close', resolve))
}
const letEnd = () => writeFileSync(at('go'), '')
const readPage = () => readFileSync(at('dist/index.html'), 'utf8')
const buildsBeside = () =>
  expect.poll(() => existsSync(at('beside/index.html')), { timeout: 30_000 }).toBe(true)

test('pages stay until the new ones are complete, and if these cannot be built', async () => {
  letEnd()
  expect([await startBuild('first', 'scripts/lib.mjs'), readPage()]).toEqual([0, 'first'])
  expect(await startBuild('not built again', 'scripts/lib.mjs')).toBe(0)
  expect(readPage()).toBe('first')

  rmSync(at('go'))
  const second = startBuild('second', 'scripts/start.mjs')
  await buildsBeside()
  expect(readPage()).toBe('first')
  letEnd()
  expect([await second, readPage()]).toEqual([0, 'second'])
  expect(readdirSync(folder).toSorted()).toEqual(['dist', 'go'])

  expect([await startBuild('broken', 'scripts/lib.mjs', 3), readPage()]).toEqual([3, 'second'])
})
