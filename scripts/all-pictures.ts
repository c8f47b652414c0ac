import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { goOn, settled, arrive } from '../e2e/support/arrive.ts'
import { person } from '../e2e/support/people.ts'
import { visits } from '../e2e/support/visits.ts'

// `npm run pictures -- --all FOLDER [part of an address…]`: takes every screen as a person who may open it,
// on a wide screen and on a phone, each in the light and the dark theme, and makes sheets that show many at
// once.

const sharp = createRequire(new URL('../apps/server/package.json', import.meta.url))(
  'sharp',
) as typeof import('sharp').default

const looks = [
  { name: 'wide', viewport: { width: 1440, height: 900 }, theme: 'light', columns: 2, most: 1350 },
  { name: 'phone', viewport: { width: 390, height: 844 }, theme: 'light', columns: 5, most: 1700 },
  { name: 'dark', viewport: { width: 1440, height: 900 }, theme: 'dark', columns: 3, most: 900 },
  { name: 'phone-dark', viewport: { width: 390, height: 844 }, theme: 'dark', columns: 5, most: 1700 },
] as const
type Look = (typeof looks)[number]
interface Picture {
  title: string
  png: Buffer
}

/** Takes all pictures. A screen that does not settle is reported and left out. */
export async function takeAll(browser: Browser, folder: string, only: readonly string[]): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const wanted = (path: string) => only.length === 0 || only.some((part) => path.includes(part))
  for (const look of looks) {
    const pictures: Picture[] = []
    for (const { who, paths } of visits) {
      const chosen = (await paths()).filter(wanted)
      if (chosen.length === 0) continue
      const { page, faults } = await person(browser, who, {
        viewport: look.viewport,
        locale: 'zh-CN',
        timezoneId: 'Asia/Shanghai',
        colorScheme: look.theme,
      })
      await page
        .context()
        .addCookies([{ name: 'theme', value: look.theme, url: process.env['E2E_URL'] ?? '' }])
      for (const [i, path] of chosen.entries()) {
        const title = `${pictures.length} ${who ?? '访客'} ${path}`
        try {
          if (i === 0) await arrive(page, path)
          else await goOn(page, path).then(() => settled(page))
          const png = await shoot(page, look)
          // Written at once, so that a later failure does not lose it.
          writeFileSync(join(folder, `${look.name}-${pictures.length}.png`), png)
          pictures.push({ title, png })
        } catch (error) {
          console.error(`${look.name} ${title}: ${String(error)}`)
          await arrive(page, '/osp/home')
        }
        for (const fault of faults.splice(0)) console.error(`${look.name} ${title}: ${fault}`)
      }
      await page.context().close()
    }
    await makeSheets(folder, look, pictures)
    console.log(`${look.name}: ${pictures.length}`)
  }
}

async function shoot(page: Page, { viewport, most }: Look): Promise<Buffer> {
  // At most two seconds: lazy images far below load only when they are scrolled to.
  await page.evaluate(() =>
    Promise.race([
      Promise.all(
        [...document.images].filter((i) => !i.complete).map((i) => i.decode().catch(() => undefined)),
      ),
      new Promise((over) => setTimeout(over, 2_000)),
    ]),
  )
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  return page.screenshot({
    fullPage: true,
    clip: { x: 0, y: 0, width: viewport.width, height: Math.max(viewport.height, Math.min(height, most)) },
  })
}

const SHEET = { width: 2000, gap: 16, line: 26 }
async function makeSheets(folder: string, { name, columns, most, viewport }: Look, pictures: Picture[]) {
  const width = Math.floor((SHEET.width - SHEET.gap * (columns + 1)) / columns)
  const each = columns === 5 ? 5 : columns * 2
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const cell = SHEET.line + Math.ceil((most * width) / viewport.width) + SHEET.gap
  for (let from = 0; from < pictures.length; from += each) {
    const parts = await Promise.all(
      pictures.slice(from, from + each).map(async ({ title, png }, i) => {
        const left = SHEET.gap + (i % columns) * (width + SHEET.gap)
        const top = Math.floor(i / columns) * cell
        const label = `<svg width="${width}" height="${SHEET.line}"><text y="18" font-size="15" font-family="sans-serif">${escaped(title)}</text></svg>`
        return [
          { input: Buffer.from(label), left, top },
          { input: await sharp(png).resize({ width }).toBuffer(), left, top: top + SHEET.line },
        ]
      }),
    )
    const height = cell * Math.ceil(each / columns)
    const sheet = sharp({ create: { width: SHEET.width, height, channels: 3, background: '#bbb' } })
    const file = join(folder, `sheet-${name}-${String(from / each).padStart(2, '0')}.jpg`)
    await sheet.composite(parts.flat()).jpeg({ quality: 82 }).toFile(file)
  }
}
