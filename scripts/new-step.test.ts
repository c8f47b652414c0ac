import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

// A new step of a process is named in two places: the contract's words and the flow's table. Whoever names it in one only is told by the compiler.

const root = fileURLToPath(new URL('..', import.meta.url))
const TABLE = 'apps/server/src/modules/transfer/transfer.flow.ts'

let copy: string
beforeAll(() => {
  mkdirSync(join(root, '.cache'), { recursive: true })
  copy = mkdtempSync(join(root, '.cache/new-step-'))
  const isSource = (path: string) =>
    !/node_modules|\/dist|\.test\.ts$|\/(demo|testing)(\/|$)/.test(path.slice(root.length))
  for (const part of ['packages/contract/src', 'apps/server/src'])
    cpSync(join(root, part), join(copy, part), { recursive: true, filter: isSource })
  symlinkSync(join(root, 'apps/server/node_modules'), join(copy, 'apps/server/node_modules'))
  const compilerOptions = {
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    paths: { '@portal/contract/*': ['./packages/contract/src/*.ts'] },
  }
  // What app.ts adds to the requests of Fastify.
  writeFileSync(join(copy, 'apps/server/src/plugins.ts'), "import '@fastify/cookie'\n")
  const include = ['apps/server/src/plugins.ts', 'apps/server/src/modules/**/*.ts']
  writeFileSync(
    join(copy, 'tsconfig.json'),
    JSON.stringify({ extends: '../../tsconfig.base.json', compilerOptions, include }),
  )
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

function edit(path: string, ...changes: readonly (readonly [from: string, to: string])[]): void {
  const file = join(copy, path)
  let text = readFileSync(file, 'utf8')
  for (const [from, to] of changes) {
    expect(text, `${path} has ${from}`).toContain(from)
    text = text.replace(from, to)
  }
  writeFileSync(file, text)
}

/** The files that the compiler complains of. */
function findFaults(): string[] {
  const { stdout } = spawnSync(
    join(root, 'node_modules/.bin/tsc'),
    ['-p', copy, '--pretty', 'false', '--checkers', '1'],
    { encoding: 'utf8' },
  )
  return [
    ...new Set(stdout.split('\n').flatMap((line) => /^(.*?)\(\d+,\d+\): error/.exec(line)?.[1] ?? [])),
  ].map((path) => path.slice(path.indexOf('apps/')))
}

test('a step of a transfer is added in the words and in the table, and nowhere else', () => {
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
  expect(findFaults()).toEqual([TABLE])

  edit(
    TABLE,
    [
      'awaiting_receiver: {',
      `awaiting_witness: {
        ask: { step: 'witness', as: 'giver', whom: 'equip_office', title: '见证', yes: 'agree', no: 'refuse' },
        on: { agree: { by: ['giver'], to: 'awaiting_receiver' }, refuse: { by: ['giver'], ...refuse }, cancel },
      },
      awaiting_receiver: {`,
    ],
    ["agree: { by: ['giver'], to: 'awaiting_receiver' }", "agree: { by: ['giver'], to: 'awaiting_witness' }"],
  )
  expect(findFaults()).toEqual([])
}, 120_000)
