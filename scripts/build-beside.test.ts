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
    const to = process.argv[1]
    rmSync(to, { recursive: true, force: true })
    mkdirSync(to, { recursive: true })
    writeFileSync(to + '/index.html', '${page}')
    while (!existsSync('${at('go')}')) await new Promise((resolve) => setTimeout(resolve, 20))
    writeFileSync(to + '/index.html.gz', '${page}')
    process.exit(${code})`
  const script = `
    import { build } from ${JSON.stringify(path.resolve(import.meta.dirname, 'lib.mjs'))}
    process.exitCode = await build({
      what: ['网页', 'the web app'],
      dist: '${at('dist')}',
      beside: '${at('beside')}',
      from: ['${from}'],
      args: (to) => ['--input-type=module', '--eval', ${JSON.stringify(builder)}, to],
    })`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'ignore' })
  return new Promise((resolve) => void child.once('close', resolve))
}
const letEnd = () => writeFileSync(at('go'), '')
const readPage = () => readFileSync(at('dist/index.html'), 'utf8')
const listBeside = () => (existsSync(at('beside')) ? readdirSync(at('beside')) : [])
const buildBeside = (builds: number) =>
  expect
    .poll(() => listBeside().filter((name) => existsSync(at(`beside/${name}/index.html`))).length, {
      timeout: 30_000,
    })
    .toBe(builds)

test('pages stay until the new ones are complete, and if these cannot be built', async () => {
  letEnd()
  expect([await startBuild('first', 'scripts/lib.mjs'), readPage()]).toEqual([0, 'first'])
  expect(await startBuild('not built again', 'scripts/lib.mjs')).toBe(0)
  expect(readPage()).toBe('first')

  rmSync(at('go'))
  const second = startBuild('second', 'scripts/start.mjs')
  await buildBeside(1)
  expect(readPage()).toBe('first')
  letEnd()
  expect([await second, readPage()]).toEqual([0, 'second'])
  expect(listBeside()).toEqual([])

  expect([await startBuild('broken', 'scripts/lib.mjs', 3), readPage()]).toEqual([3, 'second'])
  expect(listBeside()).toEqual([])
})

test('two starts that build at once both have their pages', async () => {
  const both = [startBuild('both', 'scripts/lib.mjs'), startBuild('both', 'scripts/lib.mjs')]
  await buildBeside(2)
  letEnd()
  expect(await Promise.all(both)).toEqual([0, 0])
  expect(readdirSync(at('dist')).toSorted()).toEqual(['.built-from', 'index.html', 'index.html.gz'])
  expect(listBeside()).toEqual([])
})
