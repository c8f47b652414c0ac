import { expect, test, type Page } from '@playwright/test'
import { bookingCalls } from '@portal/contract/booking/calls'
import { deviceCalls } from '@portal/contract/device/device'
import { trendCalls } from '@portal/contract/statistics/trend'
import { addDays, findInstant, findLocal } from '../apps/server/src/kernel/time.ts'
import { findState, idIn, open } from './support/arrange.ts'
import { accessibilityFaults } from './support/axe.ts'
import { call, castDevices, castLab, company, person } from './support/people.ts'

// Information shown as pictures: how much an instrument is used, the progress of a booking, today's schedule
// and photos of samples.

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const ZONE = 'Asia/Shanghai'
const { shared } = castDevices

/** A PNG of one colour, drawn by the browser. */
const picture = (page: Page, colour: string): Promise<Buffer> =>
  page
    .evaluate((fill) => {
      const canvas = document.createElement('canvas')
      ;[canvas.width, canvas.height] = [64, 48]
      const pen = canvas.getContext('2d')
      if (pen) pen.fillStyle = fill
      pen?.fillRect(0, 0, 64, 48)
      return canvas.toDataURL('image/png').split(',')[1] ?? ''
    }, colour)
    .then((base64) => Buffer.from(base64, 'base64'))

test('how much instruments are used stands beside their rows, asked for once, and at their heads', async ({
  browser,
}) => {
  const people = company(browser)
  const office = await people.page('equipoffice', { viewport: { width: 1440, height: 900 } })
  const asked: string[] = []
  office.on('request', (r) => r.url().includes(trendCalls.deviceTrends.path) && asked.push(r.url()))
  await open(office, '/maintain/deviceInfo')
  const lines = office.getByRole('table').getByRole('img', { name: /^近 12 个月/ })
  await expect(lines).toHaveCount(20)
  expect(asked).toHaveLength(1)
  expect(await accessibilityFaults(office)).toEqual([])

  const booker = await people.page('booker', { colorScheme: 'dark' })
  await open(booker, `/dashboard/deviceDetail?id=${shared.serialId}`)
  await expect(booker.getByRole('img', { name: /^近 12 个月使用 [\d,]+ 小时；最多的是/ })).toBeVisible()
  await open(booker, `/lab/homepage?serialId=${castLab.serialId}`)
  await expect(booker.getByRole('img', { name: /^近 12 个月使用/ })).toBeVisible()
  await people.close()
})

test('whoever directs sees first what waits, what runs today, and how the months went', async ({
  browser,
}) => {
  const people = company(browser)
  // Today may have no uses, so the clock is set to the morning of the next day with a use.
  const today = findLocal(new Date(), ZONE).day
  const { items } = await call('director', bookingCalls.list, {
    query: {
      scope: 'lab',
      state: ['awaiting_use'],
      fromDay: addDays(today, 1),
      toDay: addDays(today, 14),
      order_by: 'startAt asc',
      size: 1,
    },
  })
  const day = findLocal(new Date(items[0]?.startAt ?? ''), ZONE).day
  const director = await people.page('director', PHONE)
  await director.clock.setSystemTime(findInstant(day, 8 * 60, ZONE))
  await open(director, '/account/homepage')
  const waiting = director.locator('section.card').filter({ hasText: '待我处理' })
  const first = waiting.getByRole('listitem').first().getByRole('link')
  await expect(director.getByRole('heading', { name: /^今日安排：\d+ 项（使用中 \d+/ })).toBeVisible()
  await expect(director.getByRole('img', { name: /^近 12 个月使用/ })).toBeVisible()
  expect(await accessibilityFaults(director)).toEqual([])
  // Read and clicked in one step: a task of another story may become the first in between.
  await first.click({ trial: true })
  const title = await first.evaluate((link: HTMLElement) => {
    const text = link.textContent
    link.click()
    return text
  })
  await expect(director.locator('#inbox-task')).toHaveText(title)

  // An office without bookings does not see an empty list of bookings.
  const finance = await people.page('finance')
  await open(finance, '/account/homepage')
  await expect(finance.getByRole('heading', { name: /^待我处理/ })).toBeVisible()
  await expect(finance.getByRole('heading', { name: '近期预约' })).toHaveCount(0)
  await people.close()
})

test('samples on a phone in two screens; their pictures are a gallery; the way stands in a line', async ({
  browser,
}) => {
  const { page, faults } = await person(browser, 'booker', PHONE)
  const name = shared.name
  await open(page, `/osp/share-platform?deviceName=${encodeURIComponent(name)}`)
  const card = page.locator('.device-cards > li').filter({ hasText: shared.serialId })
  await expect(card).toContainText(/¥[\d,.]+\/小时/)
  await expect(card).toContainText('测试中心楼')

  const { id: deviceId } = await call('booker', deviceCalls.info, { params: { id: shared.serialId } })
  await open(page, `/deviceopen/apply?deviceId=${deviceId}`)
  const submit = page.getByRole('button', { name: '提交预约' })
  await expect(submit).toBeInViewport({ ratio: 1 })
  const height = await page.locator('#main').evaluate((main) => main.scrollHeight)
  expect(height).toBeLessThan(2 * 844)

  // A missing field is scrolled into view, even in a folded section.
  await submit.tap()
  await expect(page.getByLabel('样品名称')).toBeFocused()
  await page.getByLabel('样品名称').fill('断口样')
  await page.getByLabel('预约用途').fill('断口形貌')
  const more = page.locator('summary').filter({ hasText: '附件' })
  await more.tap()
  for (const [file, colour] of [
    ['断口一.png', '#147'],
    ['断口二.png', '#741'],
  ] as const)
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: file, mimeType: 'image/png', buffer: await picture(page, colour) })
  // The names stand there while the files are still being sent, and then the form refuses to be submitted.
  for (const file of ['断口一.png', '断口二.png'])
    await expect(page.getByRole('button', { name: `移除 ${file}` })).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  await submit.tap()
  await expect(findState(page)).toContainText('待付款人确认')
  const id = idIn(page)

  const strip = page.getByRole('region', { name: '办理进度' })
  await expect(strip.getByRole('listitem').last()).toContainText('结算')
  const pictures = page.getByRole('list', { name: '附件中的图片' })
  await expect(pictures.locator('img')).toHaveCount(2)
  await pictures.getByRole('button', { name: '查看 断口一.png' }).tap()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img', { name: '断口一.png' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('img', { name: '断口二.png' })).toBeVisible()
  await page.keyboard.press('Escape')

  await open(page, '/account/subscribe-list')
  await expect(page.getByRole('img', { name: /^进度：预约已完成，审核进行中/ }).first()).toBeVisible()
  await call('booker', bookingCalls.cancel, { params: { id }, body: {} })
  expect(faults).toEqual([])
  await page.context().close()
})
