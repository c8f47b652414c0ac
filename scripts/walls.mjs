// Checks the boundaries between modules: imports with dependency-cruiser, and rules that it cannot check.
// usage: node scripts/walls.mjs [root]
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { cruise } from 'dependency-cruiser'

const root = resolve(process.argv[2] ?? '.')
const config = createRequire(import.meta.url)('../.dependency-cruiser.cjs')
process.chdir(root)

const listFolders = (path) =>
  existsSync(path)
    ? readdirSync(path, { withFileTypes: true })
        .filter((e) => e.isDirectory())
        .map((e) => e.name)
    : []
const listFiles = (path, test) =>
  existsSync(path)
    ? readdirSync(path, { recursive: true })
        .filter((f) => test.test(f))
        .map((f) => join(path, f))
    : []

async function imports() {
  const folders = [
    'packages/contract/src',
    'packages/form-kit/src',
    'packages/process-kit/src',
    'apps/server/src',
    'apps/web/src',
  ].filter((f) => existsSync(f))
  const { output } = await cruise(folders, {
    ...config.options,
    ruleSet: { forbidden: config.forbidden },
    validate: true,
  })
  return output.summary.violations
    .filter((v) => v.rule.severity === 'error')
    .map((v) => `${v.rule.name}: ${v.from} → ${v.to}`)
}

/**
 * A folder in server/modules or web/features must exist in the contract. A module may be one file of a
 * contract folder: assets, for example, are one part of the address space and one web feature, but on the
 * server each of their lifecycles is a module.
 */
function mirrors() {
  const contract = listFolders('packages/contract/src')
  const files = contract.flatMap((d) =>
    listFiles(`packages/contract/src/${d}`, /\.ts$/).map((f) => f.split('/').at(-1).slice(0, -3)),
  )
  const mirrored = { 'apps/server/src/modules': [...contract, ...files], 'apps/web/src/features': contract }
  return Object.entries(mirrored).flatMap(([place, named]) =>
    listFolders(place)
      .filter((d) => !named.includes(d))
      .map((d) => `workspaces-mirror-each-other: ${place}/${d} has no packages/contract/src/${d}`),
  )
}

/** The allowed kinds in file names, as in `booking.store.ts` (ARCHITECTURE.md, “Where a line belongs”). */
const KINDS = [
  'routes',
  'handler',
  'action',
  'service',
  'flow',
  'process',
  'rules',
  'store',
  'view',
  'import',
  'events',
  'jobs',
  'cache',
]

/**
 * A module's file must name its kind. A service is the interface of its module: there is only one, with the
 * module's name.
 */
function kinds() {
  return listFiles('apps/server/src/modules', /\/[^/]+(?<!\.test)\.ts$/).flatMap((file) => {
    const [module, name] = [file.split('/')[4], file.split('/').at(-1)]
    const kind = name.split('.').at(-2)
    if (name.split('.').length < 3 || !KINDS.includes(kind)) return [`a-file-says-its-kind: ${file}`]
    if (kind === 'service' && file !== `apps/server/src/modules/${module}/${module}.service.ts`)
      return [`a-service-is-a-door: ${file} is not its module's`]
    return []
  })
}

/**
 * Tables that the kernel writes and other modules update: messages and mail deliver the outbox (decision 30),
 * and the monitor maintains the logs.
 */
const DEALT_WITH = { outbox: ['message', 'mail'], operation_log: ['monitor'], exception_log: ['monitor'] }

/**
 * A store writes only its own tables: each table is written by one module, or by the kernel (the flow log).
 */
function tables() {
  const owners = new Map()
  const found = []
  const stores = (folder) => listFiles(`apps/server/src/${folder}`, /\.store\.ts$/)
  for (const file of [...stores('kernel'), ...stores('modules')]) {
    const [room, name] = file.split('/').slice(3)
    const module = room === 'kernel' ? room : name
    const text = readFileSync(file, 'utf8')
    const written = text.matchAll(
      /\b(?:insert into|delete from|update(?! of| skip| nowait|\s*$))\s+([a-z_]+)\b|(?:insertInto|updateTable|deleteFrom)\('([a-z_]+)'\)/g,
    )
    for (const [, sql, built] of written) {
      const table = sql ?? built
      if (['set', 'skip', 'the', 'of'].includes(table)) continue // not tables
      if (DEALT_WITH[table]?.includes(module)) continue
      const owner = owners.get(table)
      if (owner && owner.module !== module)
        found.push(`stores-write-their-own-tables: ${table} is written in ${owner.file} and in ${file}`)
      else owners.set(table, { module, file })
    }
  }
  return [...new Set(found)]
}

/**
 * Tables whose state may be written outside of their process: a piece follows delivery, acceptance and
 * stock-in.
 */
const FOLLOWERS = ['piece']
/**
 * Files that may call a step of the store directly. A fee is waived in three steps without a decision between
 * them. The demo campus's past is made at once, without notifications. A gateway's report about a door is no
 * step.
 */
const STEPS_BY_HAND = [
  'apps/server/src/modules/test-order/fee.action.ts',
  'apps/server/src/modules/national-report/past.action.ts',
  'apps/server/src/modules/iot/hearing.action.ts',
  'apps/server/src/modules/iot/foreign.action.ts',
]
const SETS_STATE = /\bupdate\s+(\w+)(?:\s+\w+)?\s+set\b(?:(?!\bwhere\b)[^`])*\bstate\s*=|'state = \$\d/

/** The exports of a store that write a state, directly or through other functions of the file. */
function listSteps(store) {
  const text = readFileSync(store, 'utf8').replace(/^\s*(?:\/\/|\/?\*).*$/gm, '')
  const parts = text.split(/^(?=(?:export )?(?:async )?(?:const|function) )/m)
  const named = parts.flatMap((part) => {
    const [, exported, name] = /^(export )?(?:async )?(?:const|function) (\w+)/.exec(part) ?? []
    return name ? [{ name, exported: Boolean(exported), part }] : []
  })
  const writing = new Set()
  for (let before = -1; before < writing.size;) {
    before = writing.size
    for (const { name, part } of named) {
      const table = SETS_STATE.exec(part)
      const uses = [...writing].some((other) =>
        new RegExp(`\\b${other}${/^[A-Z]/.test(other) ? '\\b' : '\\('}`).test(part),
      )
      if ((table && !FOLLOWERS.includes(table[1])) || uses) writing.add(name)
    }
  }
  return named.filter((n) => n.exported && writing.has(n.name)).map((n) => n.name)
}

/**
 * If a module has a process, only the process writes its states: other code would skip the log, tasks and
 * notifications.
 */
function steps() {
  const modules = 'apps/server/src/modules'
  return listFolders(modules).flatMap((module) => {
    const files = listFiles(`${modules}/${module}`, /(?<!\.test)\.ts$/)
    if (!files.some((f) => f.endsWith('.process.ts'))) return []
    const others = files.filter((f) => !/\.(process|store)\.ts$/.test(f) && !STEPS_BY_HAND.includes(f))
    return files
      .filter((f) => f.endsWith('.store.ts'))
      .flatMap((store) => {
        const from = `from '[^']*/${store.split('/').at(-1).replaceAll('.', '\\.')}'`
        return listSteps(store).flatMap((step) =>
          others.flatMap((file) => {
            const text = readFileSync(file, 'utf8')
            const space = new RegExp(`import \\* as (\\w+) ${from}`).exec(text)?.[1]
            const names = new RegExp(`import \\{([^}]*)\\} ${from}`).exec(text)?.[1] ?? ''
            const called =
              (space && new RegExp(`\\b${space}\\.${step}\\b`).test(text)) ||
              new RegExp(`\\b${step}\\b`).test(names)
            return called ? [`only-a-process-writes-states: ${file} calls ${step} of ${store}`] : []
          }),
        )
      })
  })
}

/** Permissions must be conditions. Only the process engine, which has already checked, may allow(true). */
function allowances() {
  return listFiles('apps/server/src', /(?<!\.test)\.ts$/)
    .filter((f) => !f.startsWith('apps/server/src/kernel/process/'))
    .filter((f) => /\ballow\(\s*true\s*[,)]/.test(readFileSync(f, 'utf8')))
    .map((f) => `nobody-is-just-allowed: ${f}`)
}

/**
 * The built web app contains no schemas of addresses and replies (apps/web/build/lean-contract.ts), only
 * types and `body`.
 */
function lean() {
  return listFiles('apps/web/src', /(?<!\.test)\.tsx?$/).flatMap((file) => {
    const values = readFileSync(file, 'utf8').replace(/typeof\s+[\w.[\]']+/g, '')
    return [...values.matchAll(/\b\w+Calls\.\w+\.(?:params|query|reply)\b/g)].map(
      ([read]) => `web-reads-bodies-only: ${file} reads ${read}`,
    )
  })
}

const violations = [
  ...(await imports()),
  ...mirrors(),
  ...kinds(),
  ...tables(),
  ...steps(),
  ...allowances(),
  ...lean(),
]
for (const v of violations) console.error(v)
console.log(`walls: ${violations.length} violation${violations.length === 1 ? '' : 's'}`)
process.exit(violations.length ? 1 : 0)
