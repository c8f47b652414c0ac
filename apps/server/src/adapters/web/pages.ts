import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Encoding } from './static-files.ts'
import { withSite, type SiteShown } from './site-words.ts'

/**
 * What the build writes about screens: files to fetch together with the program, and the frame
 * that the first paint shows.
 */
interface Preloads {
  back: string[]
  pages: Record<string, string[]>
  shells: Record<string, string>
}
export interface Page {
  etag: string
  /** The hash of its one inline script, as the content security policy names it. */
  script: string | null
  encoding: Encoding
  body: Buffer
}
export interface Pages {
  /** The HTML of a screen; null if the pages have not been built. */
  of(path: string, theme: 'light' | 'dark' | null, encoding: Encoding): Promise<Page | null>
}

const br = promisify(brotliCompress)
const gz = promisify(gzip)

/**
 * Preloads the largest image of the front page before the scripts; boot.js shows it
 * as soon as it has arrived.
 */
const withHero = (page: string): string =>
  page.replace(
    '<meta charset="utf-8" />',
    '$&<link rel="preload" as="image" href="/api/v2/home/hero" fetchpriority="high">',
  )

interface PagesOptions {
  /** The time zone of the campus. */
  tz?: string | undefined
  /** The name of the installation. Must return the same object until it changes. */
  site?: (() => Promise<SiteShown>) | undefined
}
/**
 * Serves index.html, adapted to the requested screen. Each screen has a variant; all
 * other addresses share one.
 */
export function createPages(dist: string, { tz, site }: PagesOptions = {}): Pages {
  let built = 0
  let said: SiteShown | undefined
  let html = ''
  let preloads: Preloads = { back: [], pages: {}, shells: {} }
  const ready = new Map<string, Page>()

  async function look(): Promise<boolean> {
    const file = join(dist, 'index.html')
    const time = await stat(file).then(
      (s) => s.mtimeMs,
      () => 0,
    )
    if (time === 0 || time === built) return time !== 0
    html = await readFile(file, 'utf8')
    preloads = await readFile(join(dist, 'preloads.json'), 'utf8').then(
      (text) => JSON.parse(text) as Preloads,
      () => preloads,
    )
    built = time
    ready.clear()
    return true
  }

  /** While the database is unavailable, the last known value is kept. */
  async function listen(): Promise<void> {
    const now = await site?.().catch(() => said)
    if (now === said) return
    said = now
    ready.clear()
  }

  async function draw(path: string, theme: string | null): Promise<string> {
    const shell = preloads.shells[path]
    const attributes = [
      theme && `data-theme="${theme}"`,
      shell && `data-shell="${shell}"`,
      tz && `data-tz="${tz}"`,
    ]
      .filter(Boolean)
      .join(' ')
    const files = [...new Set([...(shell === 'back' ? preloads.back : []), ...(preloads.pages[path] ?? [])])]
    const links = files
      .filter((f) => !f.endsWith('.css'))
      .map((f) => `<link rel="modulepreload" crossorigin href="/${f}">`)
    const styles = await Promise.all(files.filter((f) => f.endsWith('.css')).map((f) => makeStyle(dist, f)))
    const page = html
      .replace('<html lang="zh-CN">', `<html lang="zh-CN"${attributes && ` ${attributes}`}>`)
      .replace('</head>', `${links.join('')}</head>`)
      .replace('<!--page-->', () => styles.join(''))
    const named = said ? withSite(page, said) : page
    return shell === 'home' ? withHero(named) : named
  }

  return {
    async of(path, theme, encoding) {
      if (!(await look())) return null
      await listen()
      const bare = path.replace(/(?!^)\/+$/, '')
      const known =
        bare === '/' || bare === '/osp'
          ? '/osp/home'
          : preloads.pages[bare] || preloads.shells[bare]
            ? bare
            : ''
      const key = `${known} ${theme} ${encoding}`
      let page = ready.get(key)
      if (!page) ready.set(key, (page = await squeeze(await draw(known, theme), encoding)))
      return page
    },
  }
}

/**
 * The style sheet of a page, inlined to save a request. The link is disabled and fetches nothing;
 * it tells Vite's loader that the sheet is there. If the sheet is missing (a new build is under
 * way), the loader requests it.
 */
async function makeStyle(dist: string, file: string): Promise<string> {
  const sheet = await readFile(join(dist, file), 'utf8').catch(() => null)
  return sheet === null
    ? ''
    : `<style>${sheet}</style><link rel="stylesheet" crossorigin href="/${file}" disabled>`
}

const scriptIn = (page: string): string | null => {
  const script = /<script>(.*?)<\/script>/s.exec(page)?.[1]
  return script === undefined ? null : `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}

async function squeeze(text: string, encoding: Encoding): Promise<Page> {
  const plain = Buffer.from(text)
  const body =
    encoding === 'br'
      ? await br(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
      : encoding === 'gzip'
        ? await gz(plain, { level: 9 })
        : plain
  return {
    etag: `"${createHash('sha256')
      .update(encoding ?? '')
      .update(plain)
      .digest('base64url')
      .slice(0, 24)}"`,
    script: scriptIn(text),
    encoding,
    body,
  }
}
