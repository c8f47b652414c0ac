import { expect, test, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { deviceCalls } from '@portal/contract/device/device'
import { screenAt, screenPaths, screens } from '@portal/contract/screens'
import { siteCalls } from '@portal/contract/site/site'
import { arrive, goOn, settled } from './support/arrive.ts'
import { accessibilityFaults } from './support/axe.ts'
import { call, castDevices, castLab, company, person, seated, type CastName } from './support/people.ts'
import { visits } from './support/visits.ts'

// Opens every screen as a permitted person, on a wide screen and on a phone in dark mode, and expects no
// fault. People without permission are refused.

test.describe.configure({ mode: 'parallel' })

/** These addresses lead on to another screen. */
const elsewhere: readonly string[] = ['/', '/cas']

const looks = [
  { name: 'wide', viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  { name: 'phone, dark', viewport: { width: 375, height: 720 }, colorScheme: 'dark' },
] as const
type Look = (typeof looks)[number]

/** The number of visits at the start of the list that belong to visitors and bookers. */
const FROM_OUTSIDE = 2

for (const [i, { who, paths }] of visits.entries())
  test(`${i + 1}, ${who ?? 'signed out'}`, async ({ browser }) => {
    test.setTimeout(300_000)
    const { page, faults } = await opened(browser, who)
    for (const [n, path] of (await paths()).entries()) {
      const [first, second] = n % 2 === 0 ? looks : ([looks[1], looks[0]] as const)
      await test.step(path, async () => {
        await turn(page, first)
        // A full page load for screens that people open from outside (a search engine, a mail); the others
        // are opened as by a link.
        if (n === 0 || i < FROM_OUTSIDE) await arrive(page, path)
        else await goOn(page, path).then(() => settled(page))
        await looksWell(page, path, first, faults)
        // Leave and return: the data are still in the cache, but the page is rendered from the beginning.
        await goOn(page, path === '/404' ? '/401' : '/404')
        await settled(page)
        await turn(page, second)
        await goOn(page, path)
        await settled(page)
        await looksWell(page, path, second, faults)
      })
    }
    await leave(page)
  })

async function turn(page: Page, { viewport, colorScheme }: Look): Promise<void> {
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme })
}

async function looksWell(page: Page, path: string, { name, colorScheme }: Look, faults: string[]) {
  const at = (what: string) => `${path}, ${name}: ${what}`
  const { pathname } = new URL(path, 'http://x')
  await expect.soft(page, at('title')).toHaveTitle(`大型仪器共享平台 - ${screenAt(pathname)?.title}`)
  await expect.soft(page.locator('html'), at('light')).toHaveAttribute('data-theme', colorScheme)
  await expect.soft(page.locator('h1:visible'), at('one heading')).toHaveCount(1)
  await expect.soft(page.getByText('该功能将在后续版本开放'), at('is there')).toHaveCount(0)
  expect.soft(new URL(page.url()).pathname, at('stays')).toBe(pathname)
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect.soft(sideways, at('scrolls sideways')).toBeLessThanOrEqual(0)
  expect.soft(await accessibilityFaults(page), at('axe')).toEqual([])
  expect.soft(faults.splice(0), at('faults')).toEqual([])
}

/**
 * One browser context per worker, used by one person after another, so that the program stays in its cache.
 * When a test fails, Playwright ends the worker and with it this context.
 */
let kept: BrowserContext | undefined

async function opened(browser: Browser, who: CastName | null) {
  // Reduced motion, because axe would measure wrong colours during animations.
  kept ??= await browser.newContext({ baseURL: process.env['E2E_URL'] ?? '', reducedMotion: 'reduce' })
  return seated(kept, who)
}

/** Clears what this person stored, so that the next one starts fresh. */
async function leave(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear())
  await page.close()
}

test('no screen is forgotten', async () => {
  const visited = new Set(
    (await Promise.all(visits.map((v) => v.paths()))).flat().map((p) => new URL(p, 'http://x').pathname),
  )
  expect(screenPaths.filter((p) => screens[p].page && !visited.has(p) && !elsewhere.includes(p))).toEqual([])
})

// In order and in one worker: the second test opens to visitors what the first expects to be closed.
test.describe('signed out', () => {
  test.describe.configure({ mode: 'default' })

  test('whoever is signed out is asked to sign in, and then led to where he was going', async ({ page }) => {
    await arrive(page, '/osp/home')
    for (const path of screenPaths.filter((p) => screens[p].access !== 'public')) {
      await goOn(page, path)
      await page.waitForURL((url) => url.pathname === '/login' && url.searchParams.get('redirect') === path)
    }
    await page.goto('/account/finance')
    await page.waitForURL('**/login?redirect=%2Faccount%2Ffinance')
  })

  test('while the site says so a visitor looks round, and reads no name', async ({ browser }) => {
    const people = company(browser)
    const office = await people.page('sysadmin')
    const turn = async (on: boolean) => {
      await arrive(office, '/open-sharing/share-contact?view=site')
      const said = office.getByRole('switch', { name: '访客可浏览' })
      await expect(said).toBeChecked({ checked: !on })
      await said.click()
      await office.getByRole('button', { name: '保存门户信息' }).click()
      // Not the message, which goes after four seconds.
      await expect.poll(async () => (await call('sysadmin', siteCalls.get, {})).visitorsMayBrowse).toBe(on)
    }
    const { id, contact } = await call('sysadmin', deviceCalls.info, {
      params: { id: castDevices.selfOperated.serialId },
    })
    const detail = `/dashboard/deviceDetail?id=${id}`
    const { page, faults } = await person(browser, null)
    try {
      await turn(true)
      await arrive(page, detail)
      await expect(page.getByText('登录后查看可约时段')).toBeVisible()
      expect(contact?.name).toBeTruthy()
      await expect(page.getByText(contact?.name ?? '')).toHaveCount(0)
      expect(await accessibilityFaults(page)).toEqual([])
      const doors = page.getByRole('navigation', { name: '主菜单' }).getByRole('link')
      await expect(doors).toHaveText(['首页', '通知公告', '科研仪器', '仪器排行', '政策法规', '帮助中心'])
      for (let i = 0; i < (await doors.count()); i++) {
        const path = (await doors.nth(i).getAttribute('href')) ?? ''
        await doors.nth(i).click()
        await expect(page).toHaveURL((url) => url.pathname === path)
        await settled(page)
      }
      await goOn(page, detail)
      await page.getByRole('link', { name: '登录后预约', exact: true }).click()
      await expect(page).toHaveURL((url) => url.searchParams.get('redirect') === detail)
      expect(faults).toEqual([])
    } finally {
      await turn(false)
    }
    await page.goto(detail)
    await page.waitForURL((url) => url.searchParams.get('redirect') === detail)
    await page.context().close()
    await people.close()
  })
})

test('whoever lacks the permission is told so', async ({ browser }) => {
  const people = company(browser)
  for (const who of ['booker', 'offcampus'] as const) {
    const page = await people.page(who)
    await arrive(page, '/osp/home')
    for (const path of screenPaths.filter((p) => typeof screens[p].access === 'object')) {
      await goOn(page, `${path}?serialId=${castLab.serialId}`)
      await page.waitForURL('**/401')
      await expect(page.getByRole('heading', { name: '没有访问该页面的权限' })).toBeVisible()
      await goOn(page, '/osp/develop')
      await page.waitForURL('**/osp/develop')
    }
    await page.goto('/open-sharing/financial')
    await page.waitForURL('**/401')
  }
  await people.close()
})
