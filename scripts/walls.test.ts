import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, expect, test } from 'vitest'

const S = 'apps/server/src'
const W = 'apps/web/src'
const C = 'packages/contract/src'
const K = 'packages/form-kit/src'
const P = 'packages/process-kit/src'

// A tree that breaks no rule; each case adds one file that breaks one.
const sound: Record<string, string> = {
  [`${C}/booking/booking.ts`]: 'export const states = 1',
  [`${C}/device/device.ts`]: 'export const device = 1',
  // A module may have a file of the contract instead of a folder.
  [`${C}/device/repair.ts`]: 'export const repair = 1',
  [`${S}/modules/repair/repair.rules.ts`]: 'export const repair = 1',
  [`${S}/kernel/db.ts`]: 'export const run = 1; export type Db = number',
  [`${S}/kernel/time.ts`]: 'export const now = 1',
  [`${S}/kernel/flow-log.store.ts`]: 'export const logStep = `insert into flow_log (id) values (1)`',
  [`${S}/kernel/process/taking.ts`]: 'export const defineTaking = 1',
  [`${S}/modules/repair/repair.process.ts`]:
    "import * as store from './repair.store.ts'\nexport const x = store.step",
  [`${S}/modules/repair/repair.store.ts`]:
    'const STEP = `update repair set state = $2 where id = $1`\nexport const step = STEP\n' +
    'export function stepAlong(on: boolean) {\n  return on ? STEP : null\n}\n' +
    'export const note = `update repair set note = 1 where state = $1`',
  [`${S}/modules/repair/repair.action.ts`]: "import { note } from './repair.store.ts'\nexport const x = note",
  [`${S}/modules/device/device.store.ts`]:
    "import { run } from '../../kernel/db.ts'\nexport const sql = `insert into device (id) values (${run})`",
  [`${S}/modules/device/device.service.ts`]:
    "import { sql } from './device.store.ts'\nimport type { Db } from '../../kernel/db.ts'\nexport const get = (db: Db) => sql + db",
  [`${S}/modules/device/device.handler.ts`]: 'export const answer = 1',
  [`${S}/modules/device/device.rules.ts`]:
    "import { now } from '../../kernel/time.ts'\nexport const rule = now",
  [`${S}/modules/booking/booking.service.ts`]:
    "import { get } from '../device/device.service.ts'\nexport const book = get",
  [`${S}/modules/booking/booking.rules.ts`]:
    "import { rule } from '../device/device.rules.ts'\nexport const judge = rule",
  [`${C}/people/people.ts`]: 'export const people = 1',
  [`${S}/modules/people/lookup/lookup.action.ts`]: 'export const lookUp = 1',
  [`${C}/file/file.ts`]: 'export const file = 1',
  [`${S}/modules/file/file.rules.ts`]: 'export const listHeaders = 1',
  [`${W}/features/booking/parts/part.tsx`]:
    "import { shared } from '../../device/shared/shared.tsx'\nexport const part = shared",
  [`${W}/features/device/shared/shared.tsx`]: 'export const shared = 1',
  [`${W}/features/device/parts/inner.tsx`]: 'export const inner = 1',
  [`${K}/check/sound.ts`]: 'export const x = 1',
  [`${W}/lib/send.ts`]: 'export const send = 1',
  [`${W}/ui/button.tsx`]: 'export const button = 1',
}

const planted: [rule: string, file: string, text: string][] = [
  [
    'contract-imports-zod-only',
    `${C}/booking/other.ts`,
    "import { readFileSync } from 'node:fs'\nexport const x = readFileSync",
  ],
  [
    'form-kit-is-pure',
    `${K}/check/x.ts`,
    "import { send } from '../../../../apps/web/src/lib/send.ts'\nexport const x = send",
  ],
  [
    'form-kit-is-pure',
    `${K}/check/n.ts`,
    "import { readFileSync } from 'node:fs'\nexport const x = readFileSync",
  ],
  [
    'process-kit-is-pure',
    `${P}/graph/x.ts`,
    "import { readFileSync } from 'node:fs'\nexport const x = readFileSync",
  ],
  [
    'contract-imports-zod-only',
    `${C}/booking/form.ts`,
    "import { x } from '../../../form-kit/src/check/sound.ts'\nexport const y = x",
  ],
  [
    'server-knows-no-web',
    `${S}/modules/booking/w.action.ts`,
    "import { send } from '../../../../web/src/lib/send.ts'\nexport const x = send",
  ],
  [
    'web-knows-no-server',
    `${W}/lib/x.ts`,
    "import { run } from '../../../server/src/kernel/db.ts'\nexport const x = run",
  ],
  [
    'rules-and-flows-are-pure',
    `${S}/modules/booking/x.rules.ts`,
    "import { get } from '../device/device.service.ts'\nexport const x = get",
  ],
  [
    'rules-and-flows-are-pure',
    `${S}/modules/booking/x.flow.ts`,
    "import { readFileSync } from 'node:fs'\nexport const x = readFileSync",
  ],
  [
    'only-stores-see-the-database',
    `${S}/modules/booking/x.action.ts`,
    "import { run } from '../../kernel/db.ts'\nexport const x = run",
  ],
  [
    'only-routes-see-fastify',
    `${S}/modules/booking/f.action.ts`,
    "import fastify from 'fastify'\nexport const x = fastify",
  ],
  [
    'routes-never-reach-stores',
    `${S}/modules/device/device.routes.ts`,
    "import { sql } from './device.store.ts'\nexport const x = sql",
  ],
  [
    'modules-meet-at-services-and-events',
    `${S}/modules/booking/s.action.ts`,
    "import { sql } from '../device/device.store.ts'\nexport const x = sql",
  ],
  [
    'modules-meet-at-services-and-events',
    `${S}/modules/booking/h.action.ts`,
    "import { answer } from '../device/device.handler.ts'\nexport const x = answer",
  ],
  [
    'only-routes-know-handlers',
    `${S}/modules/device/r.action.ts`,
    "import { answer } from './device.handler.ts'\nexport const x = answer",
  ],
  [
    'nobody-knocks-at-his-own-door',
    `${S}/modules/device/k.action.ts`,
    "import { get } from './device.service.ts'\nexport const x = get",
  ],
  ['a-service-is-a-door', `${S}/modules/device/second.service.ts`, 'export const x = 1'],
  ['a-file-says-its-kind', `${S}/modules/device/nameless.ts`, 'export const x = 1'],
  ['a-file-says-its-kind', `${S}/modules/device/device.stuff.ts`, 'export const x = 1'],
  [
    'some-modules-have-one-door',
    `${S}/app.ts`,
    "import { judge } from './modules/booking/booking.rules.ts'\nexport const x = judge",
  ],
  [
    'only-the-engine-takes-steps',
    `${S}/modules/booking/log.store.ts`,
    "import { logStep } from '../../kernel/flow-log.store.ts'\nexport const x = logStep",
  ],
  [
    'only-the-engine-takes-steps',
    `${S}/modules/booking/part.action.ts`,
    "import { defineTaking } from '../../kernel/process/taking.ts'\nexport const x = defineTaking",
  ],
  [
    'some-modules-have-one-door',
    `${S}/modules/device/n.action.ts`,
    "import { lookUp } from '../people/lookup/lookup.action.ts'\nexport const x = lookUp",
  ],
  [
    'some-modules-have-one-door',
    `${S}/modules/device/f.rules.ts`,
    "import { listHeaders } from '../file/file.rules.ts'\nexport const x = listHeaders",
  ],
  [
    'features-meet-at-shared',
    `${W}/features/booking/pages/x.tsx`,
    "import { inner } from '../../device/parts/inner.tsx'\nexport const x = inner",
  ],
  [
    'ui-and-lib-know-no-feature',
    `${W}/ui/x.tsx`,
    "import { shared } from '../features/device/shared/shared.tsx'\nexport const x = shared",
  ],
  [
    'only-queries-call-the-server',
    `${W}/features/booking/pages/s.tsx`,
    "import { send } from '../../../lib/send.ts'\nexport const x = send",
  ],
  [
    'no-cycle-of-files',
    `${S}/modules/device/a.rules.ts`,
    "import { b } from './b.rules.ts'\nexport const a = () => b",
  ],
  [
    'no-cycle-of-files',
    `${S}/modules/device/b.rules.ts`,
    "import { a } from './a.rules.ts'\nexport const b = () => a",
  ],
  [
    'no-cycle-of-modules',
    `${S}/modules/device/device.events.ts`,
    "import { book } from '../booking/booking.service.ts'\nexport const x = book",
  ],
  ['workspaces-mirror-each-other', `${S}/modules/stray/stray.ts`, 'export const x = 1'],
  ['workspaces-mirror-each-other', `${W}/features/repair/repair.ts`, 'export const x = 1'],
  [
    'stores-write-their-own-tables',
    `${S}/modules/booking/x.store.ts`,
    'export const x = `update device set id = 1`',
  ],
  [
    'stores-write-their-own-tables',
    `${S}/modules/booking/raw.store.ts`,
    'export const x = `with moved as (update booking set id = 1 returning id) insert into flow_log select id from moved`',
  ],
  [
    'only-a-process-writes-states',
    `${S}/modules/repair/mend.action.ts`,
    "import * as store from './repair.store.ts'\nexport const x = store.step",
  ],
  [
    'only-a-process-writes-states',
    `${S}/modules/repair/mend.handler.ts`,
    "import { stepAlong } from './repair.store.ts'\nexport const x = stepAlong",
  ],
  [
    'nobody-is-just-allowed',
    `${S}/modules/booking/yes.action.ts`,
    'export const x = (ctx: any) => ctx.allow(true)',
  ],
  [
    'web-reads-bodies-only',
    `${W}/features/booking/booking.queries.ts`,
    'declare const deviceCalls: any; export type R = typeof deviceCalls.list.reply; export const x = deviceCalls.list.query.parse',
  ],
  [
    'nothing-unresolved',
    `${S}/modules/booking/y.action.ts`,
    "import { x } from './nowhere.ts'\nexport const y = x",
  ],
]

// These rules report the folder, not the file.
const ofFolders = new Set(['workspaces-mirror-each-other', 'no-cycle-of-modules'])

let folder = ''
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function walls(files: Record<string, string>) {
  folder = mkdtempSync(join(tmpdir(), 'walls-'))
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  symlinkSync(resolve(import.meta.dirname, '../node_modules'), join(folder, 'node_modules'))
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'walls.mjs'), folder], {
    encoding: 'utf8',
  })
  return { status, found: stderr.trim().split('\n').filter(Boolean) }
}

test('a sound tree passes', () => {
  expect(walls(sound)).toEqual({ status: 0, found: [] })
})

test('each planted violation is caught, under its name', () => {
  const { status, found } = walls({
    ...sound,
    ...Object.fromEntries(planted.map(([, file, text]) => [file, text])),
  })
  expect(status).toBe(1)
  for (const [rule, file] of planted) {
    const place = ofFolders.has(rule) ? dirname(file) : file
    expect(
      found.filter((f) => f.startsWith(`${rule}: `) && f.includes(place)),
      rule,
    ).not.toEqual([])
  }
})
