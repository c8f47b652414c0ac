import { expect, test, type Locator, type Page } from '@playwright/test'
import { bookingCalls } from '@portal/contract/booking/calls'
import { deviceCalls } from '@portal/contract/device/device'
import ICAL from 'ical.js'
import { readFileSync } from 'node:fs'
import { addDays, findInstant, findLocal, findMonday } from '../apps/server/src/kernel/time.ts'
import { idIn, open, findState } from './support/arrange.ts'
import { filled, settled } from './support/arrive.ts'
import { accessibilityFaults } from './support/axe.ts'
import { call, castDevices, person } from './support/people.ts'

// The short way from the home page to a booking that waits for approval: one form on one screen, in few
// presses, and also without a mouse.

const ZONE = 'Asia/Shanghai'
const device = castDevices.shared
const MOST_PRESSES = 6
/** Later than the bookings of other stories. */
const week = addDays(findMonday(findLocal(new Date(), ZONE).day), 21)

/** Counts real presses, across all pages. */
const countPresses = (page: Page) =>
  page.addInitScript(() => {
    addEventListener(
      'pointerdown',
      (e) => {
        if (e.isTrusted) sessionStorage['presses'] = Number(sessionStorage['presses'] ?? 0) + 1
      },
      true,
    )
  })
const presses = (page: Page) => page.evaluate(() => Number(sessionStorage['presses'] ?? 0))

/** Goes from the home page by its search to the booking form. */
async function findAndBook(page: Page, press: (what: Locator) => Promise<void>): Promise<void> {
  await open(page, '/osp/home')
  const box = page.getByRole('search', { name: '查找仪器和实验室' }).getByRole('searchbox')
  await press(box)
  await page.keyboard.type(device.name)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/share-platform\?deviceName=/)
  await press(page.getByRole('link', { name: `预约 ${device.name}` }).first())
  await expect(page).toHaveURL(/applyTime\?deviceId=/)
  // The list, with nothing loading on it, stays for some frames after the address has changed.
  await settled(page)
}

/** Enough for a weekend and the evening before it. */
const MOST_DAYS = 3
/**
 * Finds an empty place in the calendar, on the latest day possible: where to press. If the days in view are
 * full, it moves on to the next; `daysOn` counts these presses. Throws after MOST_DAYS.
 */
async function findFreePlace(
  page: Page,
  press: (what: Locator) => Promise<void>,
): Promise<{ x: number; y: number; daysOn: number }> {
  await expect(page.locator('.device-calendar .ec-day').first()).toBeVisible()
  const room = page.locator('.device-calendar .ec-main')
  const head = room.locator('.ec-header')
  for (let daysOn = 0; ; daysOn++) {
    // A phone shows only three hours: if they are taken, scroll on to later ones.
    for (let tries = 0; tries < 8; tries++) {
      const place = await room.evaluate(findPlaceIn)
      if (place) return { ...place, daysOn }
      await room.evaluate((box) => box.scrollBy(0, 120))
    }
    if (daysOn === MOST_DAYS) throw new Error('nothing is free in the days in view')
    const before = await head.innerText()
    await press(page.getByRole('button', { name: /^(后一天|下一周)$/ }))
    await expect.poll(() => head.innerText()).not.toBe(before)
    await filled(page)
    await room.evaluate((box) => box.scrollTo(0, 0))
  }
}
/**
 * Runs in the page: finds a place followed by a free hour, and half an hour (22 px) after what is taken or
 * past: a press chooses the half hour in which it lies from its beginning.
 */
function findPlaceIn(room: Element): { x: number; y: number } | null {
  const box = room.getBoundingClientRect()
  const head = room.querySelector('.ec-header')?.clientHeight ?? 0
  const days = [...room.querySelectorAll('.ec-day')].map((d) => d.getBoundingClientRect())
  const taken = [...room.querySelectorAll('.ec-event, .ec-bg-event')].map((e) => e.getBoundingClientRect())
  for (const day of days.toReversed())
    for (let y = Math.min(box.bottom, innerHeight - 80) - 120; y > box.top + head + 4; y -= 12) {
      const x = day.left + day.width / 2
      if (!taken.some((t) => t.left < x && x < t.right && t.top < y + 100 && y - 30 < t.bottom))
        return { x, y }
    }
  return null
}

for (const { name, size, ...options } of [
  { name: 'on a desk', size: { width: 1440, height: 900 } },
  { name: 'on a phone', size: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
]) {
  test(`booked in a few presses on one screen, ${name}`, async ({ browser }) => {
    const { page, faults } = await person(browser, 'booker', { viewport: size, ...options })
    await countPresses(page)
    const press = (what: Locator) => ('hasTouch' in options ? what.tap() : what.click())
    await findAndBook(page, press)
    const button = page.getByRole('button', { name: '提交预约' })
    // The price is shown before a time is chosen, and the button is always in view.
    await expect(
      page
        .getByText(/元\/小时/)
        .filter({ visible: true })
        .last(),
    ).toBeInViewport()
    await expect(button).toBeInViewport({ ratio: 1 })
    const top = await page.evaluate(() => scrollY)
    expect(top).toBe(0)

    const { daysOn, ...place } = await findFreePlace(page, press)
    if ('hasTouch' in options) await page.touchscreen.tap(place.x, place.y)
    else await page.mouse.click(place.x, place.y)
    const choice = page.locator('.device-calendar .cal-choice:not(.ec-preview)')
    await expect(choice).toBeInViewport()
    await expect(page.getByRole('region', { name: '预约试算' }).getByText('可以预约')).toBeVisible()
    await expect(button).toBeInViewport({ ratio: 1 })
    // The cost is shown beside the button.
    await expect(
      page
        .getByText(/¥[\d,.]+/)
        .filter({ visible: true })
        .last(),
    ).toBeInViewport()
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await page.evaluate(() => scrollY)).toBe(0)

    // The text field is visible without scrolling.
    const purpose = await page.getByLabel('预约用途').boundingBox()
    const bar = await page.locator('.form-foot').boundingBox()
    expect((purpose?.y ?? 0) + (purpose?.height ?? 0)).toBeLessThan(bar?.y ?? 0)
    await press(page.getByLabel('预约用途'))
    await page.keyboard.type('共聚焦成像')
    await expect(button).toBeInViewport({ ratio: 1 })
    await press(button)
    await expect(page).toHaveURL(/orderDetail\?id=\d+/)
    await expect(findState(page)).toContainText('待付款人确认')
    expect(await presses(page)).toBeLessThanOrEqual(MOST_PRESSES + daysOn)
    expect(faults).toEqual([])
    await call('booker', bookingCalls.cancel, { params: { id: idIn(page) }, body: { reason: '' } })
    await page.context().close()
  })
}

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, what: Locator, most = 80): Promise<void> {
  for (let i = 0; i < most; i++) {
    if (await what.evaluate((e) => e === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`not reached by ${most} times Tab`)
}

test('booked by keyboard alone, in the dark', async ({ browser }) => {
  const { page, faults } = await person(browser, 'booker', {
    viewport: { width: 1440, height: 900 },
    colorScheme: 'dark',
  })
  await findAndBook(page, async (link) => {
    await link.waitFor()
    await tabTo(page, link)
    if ((await link.evaluate((e) => e.tagName)) === 'A') await page.keyboard.press('Enter')
  })
  // No time is chosen: the button shows what is missing above the calendar, and moves the focus there.
  const button = page.getByRole('button', { name: '提交预约' })
  await tabTo(page, button)
  await page.keyboard.press('Enter')
  const lacks = page.getByRole('alert').filter({ hasText: '还不能提交' })
  await expect(lacks).toContainText('请选择预约时段')
  await expect(lacks).toContainText('预约用途不能为空')
  await expect(lacks).toBeInViewport()
  await expect(page.getByRole('group', { name: '仪器日程' })).toBeFocused()

  const times = page.getByRole('slider', { name: '所选时段' })
  await tabTo(page, times)
  expect(await accessibilityFaults(page)).toEqual([])
  await expect(times).toHaveAttribute('aria-valuetext', '未选择')
  await page.keyboard.press('ArrowDown')
  await expect(times).toHaveAttribute('aria-valuetext', /\d\d:\d\d–\d\d:\d\d/)
  const said = async () => (await times.getAttribute('aria-valuetext')) ?? ''
  // Three weeks later, where no other story books.
  const days = await page.evaluate(
    ([was, then]) => (Date.parse(then ?? '') - Date.parse(was ?? '')) / 86_400_000,
    [(await said()).slice(0, 10), addDays(week, 2)],
  )
  for (let i = 0; i < days; i++) {
    const before = await said()
    await page.keyboard.press('ArrowRight')
    await expect(times).not.toHaveAttribute('aria-valuetext', before)
    await filled(page)
    await expect(times).toBeFocused()
  }
  const hours = async () => {
    const [, from = '', to = ''] = /(\d\d:\d\d)–(\d\d:\d\d)$/.exec(await said()) ?? []
    const minutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
    return { from: minutes(from), to: minutes(to) }
  }
  // In the evening the last hour of the day is chosen, which cannot be extended, so move it earlier.
  while ((await hours()).from >= 12 * 60) {
    const before = await said()
    await page.keyboard.press('ArrowUp')
    await expect(times).not.toHaveAttribute('aria-valuetext', before)
  }
  const length = async () => {
    const { from, to } = await hours()
    return to - from
  }
  const first = await length()
  await page.keyboard.press('Shift+ArrowDown')
  await expect.poll(length).toBeGreaterThan(first)
  await expect(lacks).not.toContainText('请选择预约时段')
  await tabTo(page, page.getByLabel('预约用途'))
  await page.keyboard.type('共聚焦成像')
  await expect(lacks).toHaveCount(0)
  await expect(page.getByRole('region', { name: '预约试算' }).getByText('可以预约')).toBeVisible()
  await tabTo(page, button)
  await expect(button).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/orderDetail\?id=\d+/)
  await expect(findState(page)).toContainText('待付款人确认')
  const id = idIn(page)

  // The booking can be saved as a calendar file.
  const booked = await call('booker', bookingCalls.get, { params: { id } })
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: '加入日历' }).press('Enter')
  const file = await saving
  expect(file.suggestedFilename()).toBe(`预约-${id}.ics`)
  const calendar = new ICAL.Component(ICAL.parse(readFileSync(await file.path(), 'utf8')) as unknown[])
  const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined)
  expect(event.startDate.toJSDate()).toEqual(new Date(booked.startAt ?? ''))
  expect(event.endDate.toJSDate()).toEqual(new Date(booked.endAt ?? ''))
  expect(event.summary).toContain(device.name)
  expect(calendar.getFirstSubcomponent('vevent')?.getFirstPropertyValue('status')).toBe('TENTATIVE')

  // A cancelled booking can be repeated: the form has the old text and the same hours of a coming weekday.
  await call('booker', bookingCalls.cancel, { params: { id }, body: { reason: '' } })
  await page.reload()
  await page.getByRole('link', { name: '再次预约' }).press('Enter')
  await expect(page).toHaveURL(new RegExp(`applyTime\\?deviceId=\\d+&again=${id}`))
  await expect(page.getByLabel('预约用途')).toHaveValue('共聚焦成像')
  await expect(times).toHaveAttribute('aria-valuetext', new RegExp(findWeekday(booked.startAt)))
  expect(faults).toEqual([])
  await page.context().close()
})

const findWeekday = (at: string | null): string =>
  at === null
    ? ''
    : new Intl.DateTimeFormat('zh-CN', { timeZone: ZONE, weekday: 'short' }).format(new Date(at))

test('what cannot be had is answered with places that can, in the drawing itself', async ({ browser }) => {
  const deviceId = (
    await call('sysadmin', deviceCalls.info, { params: { id: castDevices.selfOperated.serialId } })
  ).id
  const day = addDays(week, 3)
  const at = (hour: number) => findInstant(day, hour * 60, ZONE).toISOString()
  const taken = { deviceId, kind: 'self_operated', purpose: '占用', payMode: 'post' } as const
  const { id } = await call('experimenter', bookingCalls.create, {
    body: { ...taken, startAt: at(14), endAt: at(16) },
  })
  const { page, faults } = await person(browser, 'booker', { viewport: { width: 1440, height: 900 } })
  await open(page, `/deviceopen/applyTime?deviceId=${deviceId}&startAt=${at(15)}&endAt=${at(17)}`)
  const judged = page.getByRole('region', { name: '预约试算' })
  await expect(judged).toContainText('不符合预约规则')
  const offers = page.locator('.device-calendar .cal-offer')
  await expect(offers.first()).toBeVisible()
  const start = await offers.first().locator('time').getAttribute('datetime')
  await offers.first().click()
  await expect(judged.getByText('可以预约')).toBeVisible()
  await expect(offers).toHaveCount(0)
  await expect(page.locator('.device-calendar .cal-choice time')).toHaveAttribute('datetime', start ?? '')
  await expect(page.getByRole('button', { name: '提交预约' })).toBeInViewport({ ratio: 1 })
  // The calendar shows where a press would begin.
  await expect(page.locator('.device-calendar .ec-pointer')).toHaveCount(1)

  // The month view leads to one of its days.
  const ranges = page.getByRole('group', { name: '日程范围' })
  await ranges.getByRole('button', { name: '月' }).click()
  const month = page.getByRole('group', { name: '当月各日空闲' })
  await expect(month.getByRole('button', { name: new RegExp(`^${day} .* 空闲`) })).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  await month.getByRole('button', { name: new RegExp(`^${day} `) }).click()
  await expect(ranges.getByRole('button', { name: '日' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.locator('.device-calendar .cal-choice')).toBeVisible()
  expect(faults).toEqual([])
  await call('experimenter', bookingCalls.cancel, { params: { id }, body: { reason: '' } })
  await page.context().close()
})
