import type { Browser, Locator, Page } from '@playwright/test'
import { inQuiet } from './quiet.ts'

// How fast the main screens respond on a processor four times slower: from a key or press until its effect is
// painted, the slowest of all interactions (INP).

const PROCESSOR = 4
const MOST_MS = 200
const ROUNDS = 3

interface Work {
  name: string
  who: string
  path: string
  /** Clicks and types as a user does. */
  act: (page: Page) => Promise<void>
}
export interface Portal {
  url: string
  signIn(username: string): Promise<string>
}

/** A real press and release of the mouse at the target's centre; then waits until the page is idle. */
async function click(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  await target.scrollIntoViewIfNeeded()
  await page.waitForTimeout(100)
  const box = await target.boundingBox()
  if (!box) throw new Error(`nowhere to click: ${String(target)}`)
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { delay: 40 })
  await rest(page)
}
async function type(page: Page, target: Locator, text: string): Promise<void> {
  await click(page, target)
  await page.keyboard.type(text, { delay: 120 })
  await rest(page)
}
/** Waits until the page is idle and the observer has received its entries. */
async function rest(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], .bone, .ant-spin-spinning'))
  await page.waitForTimeout(600)
}

const works: readonly Work[] = [
  {
    name: 'booking: day, week, month, a time drawn, words typed',
    who: 'booker',
    path: '/osp-test/subscribe',
    async act(page) {
      await page.getByRole('link', { name: '自主上机', exact: true }).first().click()
      await page.waitForURL('**/applyTime**')
      await rest(page)
      const calendar = page.locator('main')
      for (const name of ['日', '月', '周'])
        await click(page, calendar.getByRole('button', { name, exact: true }))
      await click(page, calendar.getByRole('button', { name: '下一周' }))
      const column = page.locator('.device-calendar .ec-body .ec-day').nth(2)
      const box = await column.boundingBox()
      if (!box) throw new Error('no day to draw in')
      const x = box.x + box.width / 2
      const y = box.y + Math.min(box.height, 400) / 2
      await page.mouse.move(x, y)
      await page.mouse.down()
      for (let i = 1; i <= 10; i++) await page.mouse.move(x, y + i * 6)
      await page.mouse.up()
      await rest(page)
      await type(page, page.getByLabel('预约用途'), 'gaowen hejin')
    },
  },
  {
    name: 'inbox: from task to task by hand and by key, a decision and its undoing, a search',
    who: 'reviewer',
    path: '/account/audit-list',
    async act(page) {
      const tasks = page.locator('.inbox-tasks').getByRole('button')
      for (let i = 1; i < 4; i++) await click(page, tasks.nth(i))
      for (const key of ['k', 'j', 'j']) {
        await page.keyboard.press(key, { delay: 40 })
        await rest(page)
      }
      // Decide, and undo the decision before it takes effect.
      await click(page, tasks.filter({ hasText: '设备审核' }).first())
      await click(page, page.getByRole('article').getByRole('button', { name: '通过', exact: true }))
      await click(page, page.locator('.voice .held').getByRole('button', { name: '撤销' }))
      await page.locator('.inbox-tasks').getByRole('checkbox').first().focus()
      await page.keyboard.press('Space', { delay: 40 })
      await rest(page)
      await type(page, page.getByPlaceholder('仪器、标题中的字'), 'dianjing')
    },
  },
  {
    name: 'list: filter, sort, page, columns, /maintain/deviceInfo',
    who: 'sysadmin',
    path: '/maintain/deviceInfo',
    async act(page) {
      await type(page, page.locator('main input[type="text"], main input:not([type])').first(), 'dianzi')
      await click(page, page.getByRole('button', { name: '查询' }))
      await click(page, page.getByRole('button', { name: '重置' }))
      const sorted = page.locator('th.ant-table-column-has-sorters')
      if ((await sorted.count()) > 0) await click(page, sorted.first())
      await click(page, page.getByRole('button', { name: '列设置' }))
      await page.keyboard.press('Escape')
      await rest(page)
    },
  },
]

interface Seen {
  inp: Record<string, { ms: number; what: string }>
}

/** Runs in the page before its own code: records the longest event of each interaction. */
function observe(): void {
  const seen: Seen = { inp: {} }
  Object.assign(globalThis, { __inp: seen })
  interface Entry extends PerformanceEntry {
    interactionId: number
    target: Element | null
  }
  new PerformanceObserver((list) => {
    for (const e of list.getEntries() as Entry[]) {
      if (!e.interactionId || e.duration <= (seen.inp[e.interactionId]?.ms ?? 0)) continue
      const words = (e.target?.textContent ?? '').trim().slice(0, 12)
      seen.inp[e.interactionId] = {
        ms: e.duration,
        what: `${e.name} ${e.target?.tagName ?? ''} ${words}`.trim(),
      }
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}

async function measure(browser: Browser, portal: Portal, { who, path, act }: Work) {
  const context = await browser.newContext({
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1366, height: 768 },
  })
  await context.addInitScript(observe)
  await context.addCookies([{ name: 'token', value: await portal.signIn(who), url: portal.url }])
  const page = await context.newPage()
  await page.goto(portal.url + path)
  await page.locator('h1:visible').first().waitFor()
  await rest(page)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR })
  await act(page)
  const { inp } = await page.evaluate(() => (globalThis as unknown as { __inp: Seen }).__inp)
  await context.close()
  return Object.values(inp).toSorted((a, b) => b.ms - a.ms)
}

export const inpColumns = ['work', 'interactions', 'slowest', 'target', 'reached', 'rounds']

export async function measureInp(browser: Browser, portal: Portal, rounds = ROUNDS): Promise<string[][]> {
  const rows: string[][] = []
  for (const work of works) {
    const worst: { ms: number; what: string }[] = []
    let [count, noisyRounds] = [0, 0]
    for (let i = 0; i < rounds; i++) {
      const { result, noisy } = await inQuiet(() => measure(browser, portal, work))
      count += result.length
      worst.push(result[0] ?? { ms: 0, what: 'nothing' })
      noisyRounds += Number(noisy)
      if (process.env['INP_ALL']) console.log(work.name, result.slice(0, 8))
    }
    const middle = worst.toSorted((a, b) => a.ms - b.ms)[Math.floor(rounds / 2)] ?? { ms: 0, what: '' }
    rows.push([
      `${work.name}, CPU ÷${PROCESSOR}`,
      String(count),
      `${middle.ms} ms (${worst.map((w) => w.ms).join(', ')}), ${middle.what}`,
      `≤ ${MOST_MS} ms`,
      middle.ms <= MOST_MS && count > 0 ? 'yes' : 'no',
      `${rounds}${noisyRounds ? `, ${noisyRounds} noisy` : ''}`,
    ])
  }
  return rows
}
