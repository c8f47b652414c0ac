// `npm run lock`: to run after every `npm install` that changed package-lock.json.
//
// A registry mirror may lack the packages of other platforms (@oxlint/binding-darwin-arm64 …). npm then
// leaves these optional dependencies out of the lock file, and `npm ci` refuses such a lock file everywhere:
// "Missing … from lock file". This script adds them with the version range of their parent; npm skips them by
// `os`, `cpu` and `libc` without asking the registry.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'

const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
]
const processors = [
  'arm64',
  'arm',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
]
const libraries = { gnu: 'glibc', gnueabihf: 'glibc', musl: 'musl', musleabihf: 'musl' }

/** The platform in a package name such as `@oxlint/binding-linux-x64-musl`. */
function findPlatform(name) {
  const words = name.replace('windows', 'win32').split(/[-/]/)
  const os = systems.filter((word) => words.includes(word))
  const cpu = processors.filter((word) => words.includes(word))
  const libc = Object.keys(libraries)
    .filter((word) => words.includes(word))
    .map((word) => libraries[word])
  return {
    ...(cpu.length && { cpu }),
    ...(libc.length && os[0] === 'linux' && { libc }),
    ...(os.length && { os }),
  }
}

/**
 * The optional dependencies that packages of the lock file name but that the file lacks, as entries for it.
 */
export function missingFrom({ packages }) {
  const missing = {}
  for (const [place, { optionalDependencies = {}, dev, devOptional }] of Object.entries(packages)) {
    for (const [name, range] of Object.entries(optionalDependencies)) {
      const found = place
        .split('/node_modules/')
        .some((_, i, above) => [...above.slice(0, i + 1), name].join('/node_modules/') in packages)
      if (found || `node_modules/${name}` in packages) continue
      const entry = {
        ...findPlatform(name),
        ...(dev && { dev }),
        ...(devOptional && { devOptional }),
        optional: true,
      }
      // In npm's own order, so that its next install does not move the lines.
      missing[`node_modules/${name}`] = {
        version: range.replace(/^[\^~]/, ''),
        ...Object.fromEntries(Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1))),
      }
    }
  }
  return missing
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const file = fileURLToPath(new URL('../package-lock.json', import.meta.url))
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  const missing = missingFrom(lock)
  lock.packages = Object.fromEntries(
    Object.entries({ ...lock.packages, ...missing }).sort(([a], [b]) => a.localeCompare(b, 'en')),
  )
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
  console.log(`${Object.keys(missing).length} optional packages added to package-lock.json`)
}
