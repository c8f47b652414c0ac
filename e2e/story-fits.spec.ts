import { expect, test, type Page } from '@playwright/test'
import { labCalls, type LabRow } from '@portal/contract/lab/lab'
import { ministryReportCalls } from '@portal/contract/ministry-report/ministry-report'
import { peopleCalls } from '@portal/contract/people/people'
import { rightsCalls } from '@portal/contract/people/rights'
import { sessionCalls } from '@portal/contract/session/session'
import { arrive } from './support/arrive.ts'
import { call, castDevices, DEMO_PASSWORD, person, type CastName } from './support/people.ts'

// The most used screens fit: no price breaks over two lines, and no list hides a column at 1,280 px.

/** Finds prices with units, dates, times and hours that break over two lines. */
const findBroken = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const whole = /\d{4}-\d\d-\d\d|\d\d:\d\d|[\d,.]*\d ?元(\/(小时|天|样))?|[\d,.]*\d 小时/g
    const broken: string[] = []
    const texts = document.createTreeWalker(document.querySelector('main') ?? document.body, 4)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (const part of (text.nodeValue ?? '').matchAll(whole)) {
        const range = document.createRange()
        range.setStart(text, part.index)
        range.setEnd(text, part.index + part[0].length)
        const tops = [...range.getClientRects()].filter((r) => r.width > 1).map((r) => Math.round(r.top))
        if (new Set(tops).size > 1) broken.push(part[0])
      }
    }
    return broken
  })

/** Row height in px. At 13 px and line height 1.6, two lines with padding are lower, three are not. */
const THREE_LINES = 80

const withPrices: [CastName, string][] = [
  ['director', '/open-sharing/fee-demonstrate'],
  ['finance', '/open-sharing/financial?view=cards'],
  ['reviewer', '/account/audit-list'],
  ['payer', '/account'],
  ['reviewer', '/share/policies'],
  ['director', '/statistics'],
]
for (const [name, viewport] of [
  ['phone', { width: 390, height: 844 }],
  ['laptop', { width: 1280, height: 860 }],
] as const)
  test(`on a ${name} no price and no date breaks in two`, async ({ browser }) => {
    for (const [who, path] of withPrices) {
      const { page } = await person(browser, who, { viewport })
      await arrive(page, path)
      expect(await findBroken(page), path).toEqual([])
      await page.context().close()
    }
  })

test('at 1280 px nothing lies under the column of actions', async ({ browser }) => {
  // The newest person is listed first: this one has a long name and two roles, and has signed in.
  const username = `experimenter${Date.now() % 1_000_000}`
  const { items: roles } = await call('sysadmin', rightsCalls.roles, { query: { keyword: '实验室' } })
  await call('sysadmin', peopleCalls.create, {
    body: {
      name: '欧阳明月',
      username,
      password: DEMO_PASSWORD,
      phone: '13800001234',
      roleIds: roles.slice(0, 2).map((r) => r.id),
    },
  })
  await call(null, sessionCalls.login, { body: { username, password: DEMO_PASSWORD } })
  const lists: [CastName, string][] = [
    ['director', '/open-sharing/subscribes'],
    ['director', '/open-sharing/testManage'],
    ['director', '/open-sharing/settles'],
    ['director', '/open-sharing/gate-monitor'],
    ['equipoffice', '/open-sharing/subscribes'],
    ['equipoffice', '/open-sharing/testManage'],
    ['finance', '/open-sharing/settles'],
    ['finance', '/open-sharing/financial'],
    ['finance', '/open-sharing/financial?view=cards'],
    ['director', '/open-sharing/fee-demonstrate'],
    ['finance', '/open-sharing/finance-report?view=cards'],
    ['finance', '/open-sharing/finance-report?view=division'],
    ['finance', '/open-sharing/finance-report?view=entries'],
    ['director', `/statistic/device-statistic?device=${castDevices.selfOperated.serialId}`],
    ['director', '/statistic/pivot?row=lab&only=tier:campus&uses=1'],
    ['director', '/statistic/benefit'],
    ['equipoffice', '/statistic/benefit?view=ranking&by=hours'],
    ['sysadmin', '/content/policy-item'],
    ['sysadmin', '/maintain/order'],
    ['sysadmin', '/maintain/deviceInfo'],
    ['sysadmin', '/maintain/laboratory'],
    ['sysadmin', '/maintain/campus-user'],
    ['sysadmin', '/maintain/roles'],
  ]
  for (const [who, path] of lists) {
    const { page } = await person(browser, who, { viewport: { width: 1280, height: 860 } })
    await arrive(page, path)
    const wider = await page
      .locator('.table-scroll')
      .evaluateAll((all) => all.map((t) => t.scrollWidth - t.clientWidth).filter((over) => over > 1))
    expect.soft(wider, path).toEqual([])
    const tallest = await page
      .locator('.table tbody tr')
      .evaluateAll((all) => Math.max(0, ...all.map((row) => row.clientHeight)))
    expect.soft(tallest, `${path}: lines of a row`).toBeLessThan(THREE_LINES)
    await page.context().close()
  }
})

test('a laboratory with long names and a long number fits at 1280 px', async ({ browser }) => {
  const { page } = await person(browser, 'sysadmin', { viewport: { width: 1280, height: 860 } })
  await page.route(`**${labCalls.managed.path}*`, async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { data: { items: LabRow[] } }
    const [lab] = answer.data.items
    if (!lab?.room) throw new Error('the first laboratory of the demo campus has a room')
    lab.name = '极端条件量子材料与器件国家重点实验室'
    lab.serialId = 'LAB-2024-0012'
    lab.dept.name = '量子科学与工程学院'
    lab.directors = ['欧阳明月', '钱学礼']
    lab.room.building = '理科实验楼'
    lab.room.name = 'B-1203'
    await route.fulfill({ response, json: answer })
  })
  await arrive(page, '/maintain/laboratory')
  await expect(page.getByText('LAB-2024-0012')).toBeVisible()
  const table = page.locator('.table-scroll')
  expect(await table.evaluate((t) => t.scrollWidth - t.clientWidth)).toBeLessThanOrEqual(1)
  await page.context().close()
})

test('a table whose form is prescribed scrolls in its frame, beside the names of its rows', async ({
  browser,
}) => {
  const { items: years } = await call('equipoffice', ministryReportCalls.years, {})
  const { page } = await person(browser, 'equipoffice', { viewport: { width: 1280, height: 800 } })
  await arrive(page, `/report/ministry/table?year=${years[0]?.year}&table=SJ1`)
  const frame = page.getByRole('region', { name: 'SJ1', exact: false }).and(page.locator('.table-scroll'))
  await expect(page.getByText('表格较宽，可左右滚动')).toBeVisible()
  const name = page.getByRole('row').nth(1).locator('[data-main]')
  await frame.evaluate((f) => f.scrollTo({ left: f.scrollWidth }))
  expect(await frame.evaluate((f) => f.scrollLeft)).toBeGreaterThan(0)
  const [at, around] = [await name.boundingBox(), await frame.boundingBox()]
  expect(at?.x).toBeCloseTo(around?.x ?? 0, 0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280)
  await page.context().close()
  // A table that fits shows no hint about scrolling.
  const wide = await person(browser, 'equipoffice', { viewport: { width: 1920, height: 1080 } })
  await arrive(wide.page, `/report/ministry/table?year=${years[0]?.year}&table=SJ4`)
  await expect(wide.page.getByText('表格较宽，可左右滚动')).toBeHidden()
  await wide.page.context().close()
})

test('on a phone the labels of a card stand on one line each', async ({ browser }) => {
  const { page } = await person(browser, 'director', { viewport: { width: 390, height: 844 } })
  await arrive(page, '/statistic/device-statistic')
  const cell = page.getByRole('cell').and(page.locator('[data-label="使用机时（小时）"]')).first()
  expect((await cell.boundingBox())?.height).toBeLessThan(36)
  await page.context().close()
})
