// Checks the walls between modules: imports by dependency-cruiser, and what it cannot see.
// usage: node scripts/walls.mjs [root]
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { cruise } from 'dependency-cruiser'

const root = resolve(process.argv[2] ?? '.')
const config = createRequire(import.meta.url)('../.dependency-cruiser.cjs')
process.chdir(root)

const foldersOf = (path) =>
  existsSync(path)
    ? readdirSync(path, { withFileTypes: true })
        .filter((e) => e.isDirectory())
        .map((e) => e.name)
    : []
const filesOf = (path, test) =>
  existsSync(path)
    ? readdirSync(path, { recursive: true })
        .filter((f) => test.test(f))
        .map((f) => join(path, f))
    : []

async function imports() {
  const folders = ['packages/contract/src', 'apps/server/src', 'apps/web/src'].filter((f) => existsSync(f))
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
 * A folder in server/modules or web/features exists in the contract. A module may be one file of a folder there: what happens to an
 * asset is one part of the address space and one feature of the portal, and on the server a module for each lifecycle.
 */
function mirrors() {
  const contract = foldersOf('packages/contract/src')
  const files = contract.flatMap((d) =>
    filesOf(`packages/contract/src/${d}`, /\.ts$/).map((f) => f.split('/').at(-1).slice(0, -3)),
  )
  const mirrored = { 'apps/server/src/modules': [...contract, ...files], 'apps/web/src/features': contract }
  return Object.entries(mirrored).flatMap(([place, named]) =>
    foldersOf(place)
      .filter((d) => !named.includes(d))
      .map((d) => `workspaces-mirror-each-other: ${place}/${d} has no packages/contract/src/${d}`),
  )
}

/** What a file's second name may be (ARCHITECTURE.md, “Know your room”). */
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

/** A file of a module says its kind, and a service is the door of its module: there is one, with the module's name. */
function kinds() {
  return filesOf('apps/server/src/modules', /\/[^/]+(?<!\.test)\.ts$/).flatMap((file) => {
    const [module, name] = [file.split('/')[4], file.split('/').at(-1)]
    const kind = name.split('.').at(-2)
    if (name.split('.').length < 3 || !KINDS.includes(kind)) return [`a-file-says-its-kind: ${file}`]
    if (kind === 'service' && file !== `apps/server/src/modules/${module}/${module}.service.ts`)
      return [`a-service-is-a-door: ${file} is not its module's`]
    return []
  })
}

/** The outbox is filled by the kernel, and emptied by whoever delivers: messages and mail (decision 30). */
const DELIVERERS = { outbox: ['message', 'mail'] }

/** A store writes only its own tables: a table is written in one module, or in the kernel (the flow log). */
function tables() {
  const owners = new Map()
  const found = []
  const stores = (folder) => filesOf(`apps/server/src/${folder}`, /\.store\.ts$/)
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
      if (DELIVERERS[table]?.includes(module)) continue
      const owner = owners.get(table)
      if (owner && owner.module !== module)
        found.push(`stores-write-their-own-tables: ${table} is written in ${owner.file} and in ${file}`)
      else owners.set(table, { module, file })
    }
  }
  return [...new Set(found)]
}

/** The built program has neither addresses' nor replies' schemas (apps/web/build/lean-contract.ts); types and `body` it has. */
function lean() {
  return filesOf('apps/web/src', /(?<!\.test)\.tsx?$/).flatMap((file) => {
    const values = readFileSync(file, 'utf8').replace(/typeof\s+[\w.[\]']+/g, '')
    return [...values.matchAll(/\b\w+Calls\.\w+\.(?:params|query|reply)\b/g)].map(
      ([read]) => `web-reads-bodies-only: ${file} reads ${read}`,
    )
  })
}

const violations = [...(await imports()), ...mirrors(), ...kinds(), ...tables(), ...lean()]
for (const v of violations) console.error(v)
console.log(`walls: ${violations.length} violation${violations.length === 1 ? '' : 's'}`)
process.exit(violations.length ? 1 : 0)
