// Finds the browser for the tests: CHROMIUM_PATH, else the one in the dependencies, else one of this machine.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { fail, inRoot } from './lib.mjs'

/** The path of a Chromium that runs. */
export function findBrowser() {
  if (process.env.CHROMIUM_PATH) {
    if (existsSync(process.env.CHROMIUM_PATH)) return process.env.CHROMIUM_PATH
    fail(
      `CHROMIUM_PATH 指向的 ${process.env.CHROMIUM_PATH} 不存在。 CHROMIUM_PATH names ${process.env.CHROMIUM_PATH}, which does not exist.`,
    )
  }
  const found = bundled() ?? ofThisMachine()
  if (found) return found
  const how = existsSync('/usr/bin/apt-get')
    ? `sudo apt-get install -y chromium ${FONTS}`
    : 'install Chromium or Google Chrome'
  return fail(
    `浏览器测试需要 Chromium：请执行 ${how}，或用 CHROMIUM_PATH 指定它。 The browser tests need Chromium: ${how}, or name it in CHROMIUM_PATH.`,
  )
}

/**
 * The headless browser of the dependencies, unpacked once (decision 59). Undefined if it is not for this
 * system or lacks one of its libraries.
 */
function bundled() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const home = inRoot('node_modules/@sparticuz/chromium')
  const packed = path.join(home, 'bin/chromium.br')
  if (!existsSync(packed)) return undefined
  const { version } = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8'))
  const program = inRoot('.cache/browser', version, 'chromium')
  if (!existsSync(program)) {
    mkdirSync(path.dirname(program), { recursive: true })
    const part = `${program}.${process.pid}`
    writeFileSync(part, brotliDecompressSync(readFileSync(packed)))
    chmodSync(part, 0o755)
    renameSync(part, program)
  }
  return spawnSync(program, ['--version']).status === 0 ? program : undefined
}

const FONTS = 'fonts-noto-cjk'

/**
 * An installed browser, or one that is installed now from the distribution if this process is root.
 * Playwright's own download is not needed.
 */
function ofThisMachine() {
  const known = JSON.parse(readFileSync(inRoot('e2e/support/browsers.json'), 'utf8'))
  const find = () => known.find((each) => existsSync(each))
  if (!find() && existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    console.log(`正在安装浏览器…… Installing Chromium and ${FONTS} …`)
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['update', '-qq'], { stdio: ['ignore', 'ignore', 'inherit'], env })
    // Try the headless build first, which takes a fifth less processor time; not every distribution has
    // this package.
    for (const [browser, complaints] of [
      ['chromium-headless-shell', 'ignore'],
      ['chromium', 'inherit'],
    ]) {
      if (!find())
        spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', browser, FONTS], {
          stdio: ['ignore', 'ignore', complaints],
          env,
        })
    }
  }
  return find()
}
