import { expect, test, type Page } from '@playwright/test'
import { mayHaveDeputy } from '@portal/contract/approval/absence'
import { holdsAny, isAdmitted } from '@portal/contract/kernel/permissions'
import { menuFor, menuPaths } from '@portal/contract/people/menus'
import {
  screenAt,
  screenPaths,
  screens,
  type Area,
  type Screen,
  type ScreenPath,
} from '@portal/contract/screens'
import { sessionCalls } from '@portal/contract/session/session'
import { arrive, goOn } from './support/arrive.ts'
import { call, person, type CastName } from './support/people.ts'
import { press, watch } from './support/press.ts'
import { visits } from './support/visits.ts'

// Every screen can be reached by links, and every link works. Each person follows all visible links from the
// home page, nearest first, inside the program and without page loads.

test.describe.configure({ mode: 'parallel' })

/** Fewer pixels save a tenth of the browser's time; nobody looks at these pages. */
const fewPixels = { deviceScaleFactor: 0.5 }

/** One person for each set of roles; every other person has the roles of one of these. */
const walkers = [
  'sysadmin',
  'director',
  'equipoffice',
  'labadmin',
  'finance',
  'tenderoffice',
  'depthead',
  'reviewer',
  'booker',
  'payer',
  'requester',
  'offcampus',
  'supplier',
  'expert1',
] as const satisfies readonly CastName[]

/** Screens to which no link in the portal should lead. */
const nobodysDoors: readonly ScreenPath[] = [
  // Another address of the same screen.
  '/',
  '/osp',
  '/lab',
  '/account',
  // For signed-out people, and for a missing permission or an unknown address.
  '/login',
  '/register',
  '/pwdback',
  '/cas',
  '/401',
  '/404',
  // The greeting links there only for people whose data are incomplete.
  '/infoPrefect',
  // Linked from a mail.
  '/statistic/stop-mail',
  '/osp/storage/providerActive',
  // The placeholder screen.
  '/osp/develop',
]
/** Screens of one item: a list row leads there, if the person has such an item. */
const things: readonly ScreenPath[] = [
  '/account/form',
  '/account/form-answer',
  '/account/measureInfo',
  '/account/orderDetail',
  '/account/payOrderDetail',
  '/account/personalDeviceDetail',
  '/appointment/orderDetail',
  '/bpm/instance',
  '/content/notice-add',
  '/dashboard/deviceDetail',
  '/deviceopen/apply',
  '/deviceopen/applyTime',
  '/deviceopen/delay',
  '/deviceopen/deviceopenDetail',
  '/form-create/answers',
  '/iot-device/iot-sub-device',
  '/maintain/deviceDetail',
  '/maintain/deviceEdit',
  '/maintain/lab/maintainInfo',
  '/maintain/lab/manages',
  '/maintain/user-post',
  '/osp/asset/label',
  '/osp/notice-detail',
  '/osp/printPayOrder',
  '/osp/subscribe/entranceVerifyFill',
  '/report/deviceEdit',
  '/report/deviceList',
  '/report/ministry/table',
  // Wall screens, open to everybody; only their administrators have a link.
  '/data-screen',
  '/gate-monitor',
]
/** Only bookers have these items; the administrator has one of every kind that is in none of these lists. */
const bookersOwn: readonly ScreenPath[] = ['/account/form-answer', '/deviceopen/delay']
/** Only those who keep instruments; an administrator has one of his own while a story gives it to him. */
const reviewersOwn: readonly ScreenPath[] = ['/account/personalDeviceDetail']
/** Reached from a test order or task that waits to be filled in, which need not be the one opened here. */
const atTimes: readonly ScreenPath[] = ['/account/measureInfo']
const isThing = (path: ScreenPath) => things.includes(path) || screens[path].area === 'lab'
const STEPS = 3
/**
 * These people visit all views of all screens and must find a way to each. The others visit only the screens
 * that differ between people.
 */
const thorough: readonly CastName[] = ['sysadmin', 'booker', 'supplier']
const tellsApart = (path: string) =>
  path === '/osp/home' || /^(account|back|equipment)$/.test(screenAt(path)?.area ?? '')
const ID = ['id', 'serialId', 'deviceId', 'labId', 'year', 'devices', 'testOrders', 'month']

/** A key that is the same for all addresses of one view of a screen, whatever item it shows. */
function makeView(address: string, whole: boolean): string {
  const { pathname, searchParams: query } = new URL(address, 'http://x')
  const one = ID.some((name) => query.has(name)) ? '#' : ''
  return `${pathname}${one} ${(whole && (query.get('view') ?? query.get('tab'))) || ''}`
}

interface Visit {
  at: string
  from: string
  step: number
}
/** The targets of all links on the page, also of those in closed menus. */
const listLinks = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
      .filter((a) => a.origin === location.origin && !a.getAttribute('href')?.startsWith('#'))
      .map((a) => a.pathname + a.search),
  )
/** Waits until the page is complete, and returns its heading and text. */
const read = (page: Page, timeout = 15_000) =>
  page
    .waitForFunction(
      () => {
        const frame = document.querySelector<HTMLElement>('.moving:not([data-on])')
        const heading = [...document.querySelectorAll('h1')].find((h) => h.checkVisibility())
        const here = location.pathname + location.search
        return frame?.dataset['at'] === here &&
          heading &&
          !document.querySelector('[aria-busy="true"], .bone, .ant-spin-spinning')
          ? { heading: heading.textContent, text: document.querySelector('main')?.textContent ?? '' }
          : false
      },
      undefined,
      { timeout, polling: 25 },
    )
    .then((seen) => seen.jsonValue())
const NO = /没有权限|页面不存在|加载失败|内容打不开|内容不存在或已被删除|该功能将在后续版本开放/

async function walk(page: Page, faults: string[], whole: boolean) {
  const refused: string[] = []
  page.on('response', (r) => {
    if (r.status() >= 400) refused.push(`${r.status()} ${r.request().method()} ${r.url()}`)
  })
  const home: Visit = { at: '/osp/home', from: '', step: 0 }
  const [seen, wrong] = [new Map([[makeView(home.at, whole), home]]), [] as string[]]
  await arrive(page, home.at)
  for (const { at, from, step } of seen.values()) {
    if (!whole && !tellsApart(new URL(at, 'http://x').pathname)) continue
    await goOn(page, at)
    const { heading, text } = (await read(page).catch(() => null)) || { heading: '…', text: '' }
    const [asked, here] = [new URL(at, 'http://x'), new URL(page.url())]
    // An item may open at another screen for its present stage, because other tests change it meanwhile.
    const isShown = here.pathname === asked.pathname || (asked.search !== '' && here.search === asked.search)
    const faulty = [
      ...(isShown ? [] : [`leads to ${here.pathname}`]),
      ...(NO.exec(text) ?? []),
      ...(/^$|^…|…$/.test(heading) ? [`is called ${heading}`] : []),
      ...refused.splice(0),
      ...faults.splice(0),
    ]
    if (faulty.length > 0) wrong.push(`${from} → ${at}: ${faulty.join('; ')}`)
    for (const link of await listLinks(page)) {
      const view = makeView(link, whole)
      // Skip files, and the sign-in, which redirects people who are already signed in.
      if (link.startsWith('/api/') || link.startsWith('/login') || seen.has(view)) continue
      seen.set(view, { at: link, from: at, step: step + 1 })
    }
  }
  return { visits: [...seen.values()], wrong }
}

for (const who of walkers)
  test(`${who}: every door opens, every screen has one`, async ({ browser }) => {
    test.setTimeout(400_000)
    const me = await call(who, sessionCalls.current)
    const { page, faults } = await person(browser, who, fewPixels)
    const whole = thorough.includes(who)
    const { visits, wrong } = await walk(page, faults, whole)
    expect.soft(wrong, 'doors that do not open').toEqual([])
    const steps = new Map<string, number>()
    for (const { at, step } of visits) {
      const { pathname } = new URL(at, 'http://x')
      steps.set(pathname, Math.min(step, steps.get(pathname) ?? step))
    }
    const menu = new Set(menuFor(me, null).flatMap((g) => [g, ...g.children].map((m) => m.path)))
    const outside = !me.onCampus || me.roles.includes('EXPERT')
    const mayOpen = (path: ScreenPath) => {
      const { access, area, needs }: Screen = screens[path]
      // The menu leads to the guides once: people who keep all the content open them at the other address.
      if (path === '/content/guide' && menu.has('/content/policy-item')) return false
      if (menuPaths.includes(path)) return menu.has(path)
      // The screen is open to all, but only suppliers have a link: it tells others that it is for suppliers.
      if (path === '/osp/storage/providerInfo') return me.roles.includes('SUPPLIER')
      if (typeof access === 'object' && access.anyOf && !isAdmitted(me, access.anyOf, access.orRoles))
        return false
      if (typeof access === 'object' && access.roles?.some((r) => me.roles.includes(r)) === false)
        return false
      if (needs && !holdsAny(me.permissions, needs)) return false
      // Most people from outside decide nothing that a deputy could decide for them.
      if (path === '/account/absences' && !mayHaveDeputy(me)) return false
      // People who do not buy for the university reach only single items that they are asked about.
      if (area === 'equipment' && outside) return typeof access === 'object'
      return true
    }
    const mine = screenPaths.filter((path) => !nobodysDoors.includes(path) && mayOpen(path))
    const far = mine.filter(
      (path) => !isThing(path) && (whole || tellsApart(path)) && !((steps.get(path) ?? Infinity) <= STEPS),
    )
    expect.soft(far, `screens with no way of ${STEPS} steps`).toEqual([])
    const others = [...bookersOwn, ...reviewersOwn, ...atTimes]
    const expectedOf: Partial<Record<CastName, readonly ScreenPath[]>> = {
      sysadmin: mine.filter((path) => !others.includes(path)),
      booker: bookersOwn,
      reviewer: reviewersOwn,
    }
    const expected = expectedOf[who] ?? []
    expect
      .soft(
        expected.filter((path) => !steps.has(path)),
        'no row leads there',
      )
      .toEqual([])
    await page.context().close()
  })

/**
 * Who presses the buttons in which areas, on the screens that need no item. Axe checks what opens, in light
 * and dark mode.
 */
const pressers: readonly (readonly [CastName, readonly Area[]])[] = [
  ['sysadmin', ['back']],
  ['booker', ['front', 'share', 'account']],
  ['requester', ['equipment']],
]
for (const [who, areas] of pressers)
  test(`${who}: every button does something (${areas.join(', ')})`, async ({ browser }) => {
    test.setTimeout(400_000)
    const { page } = await person(browser, who, fewPixels)
    await pressAll(
      page,
      screenPaths.filter((p) => areas.includes(screens[p].area) && !nobodysDoors.includes(p) && !isThing(p)),
    )
    await page.context().close()
  })

/** Everyone who visits screens of one item presses their buttons; the lab's people do so in the lab area. */
for (const who of new Set(visits.flatMap((v) => v.who ?? [])))
  test(`${who}: every button on what he has does something`, async ({ browser }) => {
    test.setTimeout(400_000)
    const paths = await Promise.all(visits.flatMap((v) => (v.who === who ? v.paths() : [])))
    const one = new Map(
      paths
        .flat()
        .filter((path) => isThing(new URL(path, 'http://x').pathname as ScreenPath))
        .map((path) => [makeView(path, true), path]),
    )
    if (one.size === 0) return
    const { page } = await person(browser, who, fewPixels)
    await pressAll(page, [...one.values()])
    await page.context().close()
  })

async function pressAll(page: Page, paths: readonly string[]): Promise<void> {
  await watch(page)
  await arrive(page, '/osp/home')
  const idle: string[] = []
  const unkind: string[] = []
  for (const path of paths) {
    let done: string[] = []
    // If a button leads to another page, come back to press the others.
    for (let again = 0; again < 6; again++) {
      await goOn(page, path)
      // A question about unsaved input may block the way; then load the page again.
      if (!(await read(page, 3_000).catch(() => null))) await arrive(page, path)
      if (new URL(page.url()).pathname !== new URL(path, 'http://x').pathname) break
      const pressed = await press(page, done)
      idle.push(...pressed.idle.map((name) => `${path}: ${name}`))
      unkind.push(...pressed.faults.map((fault) => `${path}: ${fault}`))
      done = pressed.tried
      if (!pressed.moved) break
    }
  }
  expect.soft(idle, 'buttons that do nothing').toEqual([])
  expect.soft(unkind, 'dialogs and drawers').toEqual([])
}

/** Screens that open without an item, or are wall screens. */
const needNothing: readonly ScreenPath[] = ['/content/notice-add', '/data-screen', '/gate-monitor']
for (const bad of ['999999999', 'abc'])
  test(`what is not there says so and leads back: ${bad}`, async ({ browser }) => {
    test.setTimeout(400_000)
    const wrong: string[] = []
    for (const who of ['booker', 'sysadmin'] as const) {
      const { permissions } = await call(who, sessionCalls.current)
      const { page } = await person(browser, who, fewPixels)
      await arrive(page, '/osp/home')
      for (const path of things) {
        const { access, area, needs }: Screen = screens[path]
        const asks = [needs, typeof access === 'object' ? access.anyOf : undefined]
        if (needNothing.includes(path) || area === 'lab') continue
        if (asks.some((some) => some && !holdsAny(permissions, some))) continue
        await goOn(page, `${path}?id=${bad}&serialId=${bad}&deviceId=${bad}&year=${bad}`)
        const seen = (await read(page).catch(() => null)) || { heading: '', text: '' }
        const here = `${who} ${path}: ${seen.heading}`
        if (/^$|…/.test(seen.heading)) wrong.push(`${here}: has no name`)
        // If the id is no number, the screen may show its list instead.
        const listed = (await page.locator('main .list-page').count()) > 0
        if (!listed && !/不存在|没有|找不到|应在|请从|请先|内容打不开/.test(seen.text))
          wrong.push(`${here}: says nothing`)
        if (/加载失败|页面出错/.test(seen.text)) wrong.push(`${here}: speaks of a fault`)
        const ways = page.locator('main').locator('a:visible, button:visible')
        if ((await ways.count()) === 0) wrong.push(`${here}: leads nowhere`)
      }
      await page.context().close()
    }
    expect(wrong).toEqual([])
  })
