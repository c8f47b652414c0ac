import { expect, test } from '@playwright/test'
import { noticeCalls } from '@portal/contract/notice/notice'
import { accessibilityFaults } from './support/axe.ts'
import { call, person } from './support/people.ts'

// The home page: it loads fast with little code, and leads to everything.

const MOST_SCRIPT_BYTES = 220_000

test('is light, and shows what there is', async ({ browser }) => {
  const { page, faults } = await person(browser, null, { reducedMotion: 'no-preference' })
  const scripts: Promise<number>[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js'))
      scripts.push(response.allHeaders().then((headers) => Number(headers['content-length'] ?? 0)))
  })
  await page.goto('/osp/home', { waitUntil: 'load' })
  await expect(page.getByRole('heading', { name: '通知公告' })).toBeVisible()
  await expect(page.locator('.home-figures b').first()).toHaveText(/^[\d,]+$/)
  await expect(page.locator('.home-ranks li')).toHaveCount(10)
  await expect(page.locator('.home-devices img')).toHaveCount(8)
  const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0)
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThan(MOST_SCRIPT_BYTES)
  expect(await accessibilityFaults(page)).toEqual([])

  // The carousel can be stopped and moved by keyboard.
  const carousel = page.getByRole('region', { name: '平台图片' })
  await carousel.getByRole('button', { name: '停止自动播放' }).press('Enter')
  const shown = carousel.locator('.slide[data-shown]')
  const before = await shown.textContent()
  await carousel.getByRole('button', { name: '下一张' }).press('Enter')
  await expect(shown).not.toHaveText(before ?? '')

  // A visitor reads a notice in a dialog and returns to the home page.
  const title = page.locator('.home-notices li button').first()
  const named = (await title.textContent()) ?? ''
  await title.click()
  const dialog = page.getByRole('dialog', { name: named })
  await expect(dialog.locator('.prose')).not.toBeEmpty()
  expect(await accessibilityFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: '关闭' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/osp\/home$/)

  await page.getByRole('search', { name: '查找仪器和实验室' }).getByRole('searchbox').fill('核磁')
  await page.getByRole('button', { name: '查找', exact: true }).click()
  // The search for instruments needs a sign-in, which then leads on to the search.
  await expect(page).toHaveURL(/login\?redirect=.*share-platform/)
  expect(faults).toEqual([])
  await page.context().close()
})

test('notices are read, downloads are found by category', async ({ browser }) => {
  const { page, faults } = await person(browser, 'booker')
  await page.goto('/osp/notice')
  const titles = page.locator('.notice-entries h2 a')
  const { items } = await call(null, noticeCalls.list)
  await expect(titles.first()).toHaveText(items[0]?.title ?? '')
  await page.getByRole('button', { name: '培训活动' }).click()
  await expect(page).toHaveURL(/kind=training/)
  const [training] = (await call(null, noticeCalls.list, { query: { kind: 'training' } })).items
  // The old list stays until the next one has loaded.
  await expect(titles.first()).toHaveText(training?.title ?? '')
  await titles.first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(training?.title ?? '')
  await page.goBack()
  await expect(page).toHaveURL(/kind=training/)
  await page.goto('/osp/notice-detail?id=999999')
  await expect(page.getByText('公告不存在或已被撤回')).toBeVisible()

  await page.goto('/osp/download')
  const rows = page.locator('.file-rows > li')
  await expect(rows.first()).toBeVisible()
  const all = await rows.count()
  await page.getByRole('navigation', { name: '资料分类' }).getByRole('button').nth(1).click()
  await expect.poll(() => rows.count()).toBeLessThan(all)
  const saved = page.waitForEvent('download')
  const count = /下载 (\d+) 次/
  const countFound = async () => Number(count.exec((await rows.first().textContent()) ?? '')?.[1])
  const before = await countFound()
  await rows.first().getByRole('link', { name: /^下载/ }).click()
  expect((await saved).suggestedFilename()).toMatch(/\.\w+$/)
  await expect.poll(countFound).toBe(before + 1)
  // The console may report only the 404 of the missing notice.
  expect(faults.filter((f) => !f.includes('404'))).toEqual([])
  await page.context().close()
})
