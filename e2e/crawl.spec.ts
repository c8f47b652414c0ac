import { expect, test, type Page } from '@playwright/test'
import { holdsAny } from '@portal/contract/kernel/permissions'
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

// Every screen has an entrance, and every door that is shown opens. Each person walks on from the portal's
// home by what he sees, nearest first, as his clicks would, without a load in between.

test.describe.configure({ mode: 'parallel' })

/** Nobody looks at them: a tenth of the browser's time. */
const fewPixels = { deviceScaleFactor: 0.5 }

/** One of each kind: whoever else there is has the roles of one of these. */
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

/** Nothing in the portal leads there, and nothing should. */
const nobodysDoors: readonly ScreenPath[] = [
  // The same screen by another address.
  '/',
  '/osp',
  '/lab',
  '/account',
  // Before one is signed in, and where one is sent who may not or went astray.
  '/login',
  '/register',
  '/pwdback',
  '/cas',
  '/401',
  '/404',
  // Asked of whoever lacks something, in his greeting.
  '/infoPrefect',
  // From a mail.
  '/statistic/stop-mail',
  '/osp/storage/providerActive',
  // The specification's placeholder.
  '/osp/develop',
]
/** Screens of one thing: a row of a list leads there, of whoever has such a thing. */
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
  // On a wall, for everybody; whoever keeps them leads there.
  '/data-screen',
  '/gate-monitor',
]
/** Only who books has these; an administrator has one of each other thing. */
const bookersOwn: readonly ScreenPath[] = ['/account/form-answer', '/deviceopen/delay']
const isThing = (path: ScreenPath) => things.includes(path) || screens[path].area === 'lab'
const STEPS = 3
/**
 * They look at all views of all screens, and find a way to each; the others once at each screen that tells
 * people apart.
 */
const thorough: readonly CastName[] = ['sysadmin', 'booker', 'supplier']
const tellsApart = (path: string) =>
  path === '/osp/home' || /^(account|back|equipment)$/.test(screenAt(path)?.area ?? '')
const ID = ['id', 'serialId', 'deviceId', 'labId', 'year', 'devices', 'testOrders', 'month']

/** Addresses that open the same view of a screen, of one thing or another. */
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
/** What links lead to from here, seen or folded away in a menu. */
const listLinks = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
      .filter((a) => a.origin === location.origin && !a.getAttribute('href')?.startsWith('#'))
      .map((a) => a.pathname + a.search),
  )
/** Until the page stands there whole; what it says then. */
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
    // A thing is shown at the stage where it stands by now: others work on while somebody walks.
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
      // A file; and whoever is signed in is led on from the sign-in (§6).
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
    const menu = new Set(menuFor(me.permissions, null).flatMap((g) => [g, ...g.children].map((m) => m.path)))
    const outside = !me.onCampus || me.roles.includes('EXPERT')
    const mayOpen = (path: ScreenPath) => {
      const { access, area, needs }: Screen = screens[path]
      if (menuPaths.includes(path)) return menu.has(path)
      // Its page tells others that it is the suppliers' (the specification has it open).
      if (path === '/osp/storage/providerInfo') return me.roles.includes('SUPPLIER')
      if (typeof access === 'object' && access.anyOf && !holdsAny(me.permissions, access.anyOf)) return false
      if (typeof access === 'object' && access.roles?.some((r) => me.roles.includes(r)) === false)
        return false
      if (needs && !holdsAny(me.permissions, needs)) return false
      // Who buys nothing for the university is led to what he is asked about, one by one.
      if (area === 'equipment' && outside) return typeof access === 'object'
      return true
    }
    const mine = screenPaths.filter((path) => !nobodysDoors.includes(path) && mayOpen(path))
    const far = mine.filter(
      (path) => !isThing(path) && (whole || tellsApart(path)) && !((steps.get(path) ?? Infinity) <= STEPS),
    )
    expect.soft(far, `screens with no way of ${STEPS} steps`).toEqual([])
    const expected =
      who === 'sysadmin'
        ? mine.filter((path) => !bookersOwn.includes(path))
        : who === 'booker'
          ? bookersOwn
          : []
    expect
      .soft(
        expected.filter((path) => !steps.has(path)),
        'no row leads there',
      )
      .toEqual([])
    await page.context().close()
  })

/**
 * Whose buttons are pressed, in which frames, on the screens that need no thing. What opens is looked at by
 * axe, in the light and in the dark.
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

/** Whoever opens screens of one thing; the laboratory's are its people's. */
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
    // What a button leads away from is come back to, for the others on it.
    for (let again = 0; again < 6; again++) {
      await goOn(page, path)
      // Kept by a question about what was filled in by a button: loaded anew.
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

/** Open without a thing, or are walls. */
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
        // What is no number at all is no thing: the list is there.
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
