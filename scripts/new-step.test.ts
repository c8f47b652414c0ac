import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { transferStates } from '@portal/contract/asset/asset'
import { afterAll, beforeAll, expect, test } from 'vitest'

// A new step of a process is named in two places: the contract's words and the flow's table. If it is named
// in only one, the compiler reports it; this test compiles contract, server and web. The compiler cannot see
// the database's `check (state in …)`, which needs a migration; the second test looks for it.

const root = fileURLToPath(new URL('..', import.meta.url))
const TABLE = 'apps/server/src/modules/transfer/transfer.flow.ts'

let copy: string
beforeAll(() => {
  mkdirSync(join(root, '.cache'), { recursive: true })
  copy = mkdtempSync(join(root, '.cache/new-step-'))
  const isSource = (path: string) =>
    !/node_modules|\/dist|\.test\.tsx?$|\/(demo|testing)(\/|$)/.test(path.slice(root.length))
  for (const part of ['packages/contract/src', 'apps/server/src', 'apps/web/src', 'apps/web/build'])
    cpSync(join(root, part), join(copy, part), { recursive: true, filter: isSource })
  for (const app of ['apps/server', 'apps/web'].filter((path) =>
    existsSync(join(root, path, 'node_modules')),
  ))
    symlinkSync(join(root, app, 'node_modules'), join(copy, app, 'node_modules'))
  const compilerOptions = {
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    paths: { '@portal/contract/*': ['./packages/contract/src/*.ts'] },
  }
  // The types that app.ts adds to Fastify's requests.
  writeFileSync(join(copy, 'apps/server/src/plugins.ts'), "import '@fastify/cookie'\n")
  write('server', compilerOptions, ['apps/server/src/plugins.ts', 'apps/server/src/modules/**/*.ts'])
  const web = {
    ...compilerOptions,
    lib: ['es2024', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    jsx: 'react-jsx',
    types: [join(root, 'node_modules/vite/client')],
  }
  write('web', web, ['apps/web/src'])
}, 60_000)
afterAll(() => rmSync(copy, { recursive: true, force: true }), 60_000)

const write = (program: string, compilerOptions: object, include: readonly string[]) =>
  writeFileSync(
    join(copy, `${program}.json`),
    JSON.stringify({ extends: '../../tsconfig.base.json', compilerOptions, include }),
  )

function edit(path: string, ...changes: readonly (readonly [from: string, to: string])[]): void {
  const file = join(copy, path)
  let source = readFileSync(file, 'utf8')
  for (const [from, to] of changes) {
    expect(source, `${path} has ${from}`).toContain(from)
    source = source.replace(from, to)
  }
  writeFileSync(file, source)
}

/** The files in which the compiler finds errors. */
async function findFaults(): Promise<string[]> {
  const outputs = await Promise.all(['server', 'web'].map(compile))
  const faults = outputs.flatMap((output) => output.split('\n')).filter((line) => /\berror TS\d/.test(line))
  // An error without a file concerns the whole program and is listed as its message.
  const places = faults.map((line) => /^(.*?)\(\d+,\d+\): error/.exec(line)?.[1] ?? line)
  return [...new Set(places)].map((place) => place.slice(Math.max(0, place.search(/(apps|packages)\//))))
}
async function compile(program: string): Promise<string> {
  const args = ['-p', join(copy, `${program}.json`), '--pretty', 'false', '--checkers', '1']
  // Incremental: the second run checks again only files whose dependencies have changed.
  const memory = ['--incremental', '--tsBuildInfoFile', join(copy, `${program}.tsbuildinfo`)]
  const compiler = spawn(join(root, 'node_modules/.bin/tsc'), [...args, ...memory])
  return text(compiler.stdout)
}

test('a step of a transfer is added in the words and in the table; no code has to know it elsewhere', async () => {
  edit(
    'packages/contract/src/asset/asset.ts',
    [
      "export const transferStates = ['awaiting_giver', ",
      "export const transferStates = ['awaiting_giver', 'awaiting_witness', ",
    ],
    [
      "awaiting_receiver: '待调入方同意',",
      "awaiting_witness: '待见证人同意',\n  awaiting_receiver: '待调入方同意',",
    ],
  )
  edit('packages/contract/src/approval/approval.ts', [
    "transfer: { giver: '调出方同意', ",
    "transfer: { giver: '调出方同意', witness: '见证人同意', ",
  ])
  expect(await findFaults()).toEqual([TABLE])

  edit(
    TABLE,
    [
      'awaiting_receiver: {',
      `awaiting_witness: {
        ask: { step: 'witness', as: 'giver', whom: 'equip_office', title: '见证', yes: 'agree', no: 'refuse' },
        on: { agree: { by: ['giver'], to: 'awaiting_receiver', tell: null }, refuse: { by: ['giver'], ...refuse }, cancel },
      },
      awaiting_receiver: {`,
    ],
    [
      "agree: { by: ['giver'], to: 'awaiting_receiver', tell: null },\n        refuse",
      "agree: { by: ['giver'], to: 'awaiting_witness', tell: null },\n        refuse",
    ],
  )
  expect(await findFaults()).toEqual([])
}, 900_000)

test('the database knows the states as well: a new one takes a migration', () => {
  const folder = join(root, 'apps/server/migrations')
  const migrations = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'))
  const checks = migrations.flatMap(
    (sql) => /create table asset_transfer \([\s\S]*?check \(state in \(([^)]*)\)/.exec(sql)?.[1] ?? [],
  )
  const states = [...(checks[0] ?? '').matchAll(/'(\w+)'/g)].map(([, state]) => state)
  expect(states.toSorted()).toEqual([...transferStates].toSorted())
})
