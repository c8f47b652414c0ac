import { expect, test, type Page } from '@playwright/test'
import { bookingCalls } from '@portal/contract/booking/calls'
import { deviceCalls } from '@portal/contract/device/device'
import { addDays, findInstant, findLocal, findMonday } from '../apps/server/src/kernel/time.ts'
import { arrive } from './support/arrive.ts'
import { call, castDevices, person } from './support/people.ts'
import { chooseDay } from './support/select.ts'

// The calendar always shows the bookings and the time chosen in the form. Only the chosen time can be
// dragged, by mouse or by finger.

const ZONE = 'Asia/Shanghai'
const device = castDevices.selfOperated
/** A weekday later than the bookings of other stories, when the demo has no bookings of this device. */
const day = addDays(findMonday(findLocal(new Date(), ZONE).day), 16)
const wall = (hour: number) => `${day}T${String(hour).padStart(2, '0')}:00:00`
const at = (hour: number) => findInstant(day, hour * 60, ZONE).toISOString()
const clock = (hour: number) => `${Math.floor(hour)}:${hour % 1 === 0 ? '00' : '30'}`
const OWN = 13
const OTHERS = 15
const CHOSEN = 17

interface Drawn {
  at: string
  words: string
}
/** The drawn bookings and the chosen time: the start of each, and its text with the times. */
const drawn = (page: Page): Promise<Drawn[]> =>
  page.locator('.device-calendar .ec-event:not(.ec-pointer)').evaluateAll((all) =>
    all
      .map((e) => ({
        at: e.querySelector('time')?.getAttribute('datetime') ?? '',
        words: e.textContent ?? '',
      }))
      .sort((a, b) => (a.at < b.at ? -1 : 1)),
  )
const eventAt = (page: Page, beginning: string) =>
  page.locator('.device-calendar .ec-event:not(.ec-pointer)', {
    has: page.locator(`time[datetime="${beginning}"]`),
  })

type Drag = (page: Page, from: { x: number; y: number }, to: { x: number; y: number }) => Promise<void>
const byMouse: Drag = async (page, from, to) => {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 })
  await page.mouse.move(to.x, to.y, { steps: 4 })
  await page.mouse.up()
}
const byFinger: Drag = async (page, from, to) => {
  const cdp = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', from)
  // Longer than the calendar library's long press, by the page's own timers: a busy page handles input before
  // its timers, so a finger that moves by the clock of the test could come before the long press.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 800)))
  // Move slowly, as a hand does, and rest before the release: the browser merges movements within one frame,
  // and may drop them.
  for (const part of [0.1, 0.25, 0.4, 0.55, 0.7, 0.85, 1, 1]) {
    await touch('touchMove', { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part })
    await page.waitForTimeout(40)
  }
  await touch('touchEnd')
  await cdp.detach()
}

/** Drags an event by `by` pixels, from its middle or its lower edge. */
async function pull(
  page: Page,
  drag: Drag,
  beginning: string,
  by: { x: number; y: number },
  grip: 'middle' | 'edge' = 'middle',
): Promise<void> {
  const it = eventAt(page, beginning)
  // An event that is just being redrawn has no size for a moment, so retry.
  let box = { x: 0, y: 0, width: 0, height: 0 }
  await expect(async () => {
    box = await it.evaluate((e) => {
      e.scrollIntoView({ block: 'center' })
      return e.getBoundingClientRect().toJSON() as typeof box
    })
    expect(box.height).toBeGreaterThan(0)
  }).toPass()
  const from = {
    x: box.x + box.width / 2,
    y: grip === 'edge' ? box.y + box.height - 3 : box.y + box.height / 2,
  }
  await drag(page, from, { x: from.x + by.x, y: from.y + by.y })
  // After two frames the library's own changes are drawn.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

const HOUR_PX = 44
const bookings = async (page: Page) =>
  (await drawn(page)).filter((e) => e.at === wall(OWN) || e.at === wall(OTHERS))

test.beforeAll(async () => {
  const { id: deviceId } = await call('sysadmin', deviceCalls.info, { params: { id: device.serialId } })
  const form = { deviceId, kind: 'self_operated', purpose: '日程核对', payMode: 'post' } as const
  // After a failed test a new worker runs this again, when the bookings already exist.
  const { busy } = await call('booker', bookingCalls.week, {
    query: { deviceId, from: at(OWN), to: at(CHOSEN) },
  })
  if (busy.length > 0) return
  await call('booker', bookingCalls.create, { body: { ...form, startAt: at(OWN), endAt: at(OWN + 1) } })
  await call('experimenter', bookingCalls.create, {
    body: { ...form, startAt: at(OTHERS), endAt: at(OTHERS + 1) },
  })
})

// Short drags on a phone: its calendar is low, and a drag near the edge scrolls it.
for (const { name, drag, moves, grows, options } of [
  {
    name: 'by mouse',
    drag: byMouse,
    moves: 2,
    grows: 1,
    options: { viewport: { width: 1280, height: 900 } },
  },
  {
    name: 'by finger',
    drag: byFinger,
    moves: 1,
    grows: 0.5,
    options: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  },
]) {
  test(`nothing moves but the choice, and the form follows: ${name}`, async ({ browser }) => {
    const { id: deviceId } = await call('sysadmin', deviceCalls.info, { params: { id: device.serialId } })
    const { page, faults } = await person(browser, 'booker', options)
    const times = page.getByRole('group', { name: '列表选时' })
    const form = async () => {
      const words = (label: string) =>
        times
          .getByLabel(label)
          .evaluate((e) => (e as HTMLSelectElement).selectedOptions[0]?.textContent?.trim() ?? '')
      return {
        at: `${await times.getByLabel('日期').inputValue()}T${await words('开始时间')}:00`,
        until: await words('结束时间'),
      }
    }
    for (const path of ['/deviceopen/applyTime?deviceId=', '/dashboard/deviceDetail?id=']) {
      await arrive(
        page,
        `${path}${deviceId}${path.includes('Detail') ? '' : `&startAt=${at(CHOSEN)}&endAt=${at(CHOSEN + 1)}`}`,
      )
      if (path.includes('Detail')) {
        await chooseDay(page, day)
        await times.getByLabel('开始时间').selectOption(at(CHOSEN))
        await times.getByLabel('结束时间').selectOption(at(CHOSEN + 1))
      }
      await expect(eventAt(page, wall(CHOSEN))).toBeVisible()
      for (const hour of [OWN, OTHERS]) await expect(eventAt(page, wall(hour))).toBeVisible()
      const before = await bookings(page)
      expect(before).toHaveLength(2)

      // Existing bookings, own or of others, cannot be moved or resized.
      for (const hour of [OWN, OTHERS]) {
        await pull(page, drag, wall(hour), { x: 0, y: HOUR_PX * 5 })
        await expect.poll(() => bookings(page), `${path} ${hour} o'clock`).toEqual(before)
        await expect(eventAt(page, wall(hour)).locator('.ec-resizer')).toHaveCount(0)
        if (page.url().includes('orderDetail')) throw new Error('a drag is not a click')
        // A drag that begins there may choose a time; then form and calendar must show the same time.
        const now = await form()
        await expect(eventAt(page, now.at)).toContainText('已选时段')
      }
      await times.getByLabel('日期').selectOption(day)
      await times.getByLabel('开始时间').selectOption(at(CHOSEN))
      await times.getByLabel('结束时间').selectOption(at(CHOSEN + 1))

      // The chosen time can be moved and resized, and the form follows.
      const moved = wall(CHOSEN + moves)
      await pull(page, drag, wall(CHOSEN), { x: 0, y: HOUR_PX * moves })
      await expect
        .poll(form)
        .toMatchObject({ at: moved, until: expect.stringContaining(clock(CHOSEN + moves + 1)) })
      await expect(eventAt(page, moved)).toContainText('已选时段')
      await expect(page.locator('.device-calendar .cal-choice:not(.ec-preview)')).toHaveCount(1)
      await pull(page, drag, moved, { x: 0, y: HOUR_PX * grows }, 'edge')
      const until = clock(CHOSEN + moves + 1 + grows)
      await expect.poll(form).toMatchObject({ at: moved, until: expect.stringContaining(until) })
      // The calendar first takes back what was dragged, and draws again what the form says a moment later.
      await expect
        .poll(async () => (await drawn(page)).find((e) => e.words.includes('已选时段'))?.words)
        .toContain(until)
      await expect.poll(() => bookings(page)).toEqual(before)
    }
    // On a busy machine the browser starts to scroll before the page handles the touch, and logs this.
    expect(faults.filter((f) => !f.includes('Ignored attempt to cancel a touchmove'))).toEqual([])
    await page.context().close()
  })
}
