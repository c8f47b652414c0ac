// `npm run pictures`: takes the screens of the README from a portal with a fresh demo campus, or from the one
// at E2E_URL. `npm run pictures labels map` takes only these. `npm run pictures -- --all FOLDER` takes every
// screen instead, for review (all-pictures.ts).
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { chromium, type Browser } from '@playwright/test'
import { bookingCalls } from '@portal/contract/booking/calls'
import { deviceCalls } from '@portal/contract/device/device'
import { purchaseCalls } from '@portal/contract/purchase/calls'
import { formCalls } from '@portal/contract/form/calls'
import { settlementCalls } from '@portal/contract/settlement/settlement'
import { tenderCalls } from '@portal/contract/tender/calls'
import { workflowCalls } from '@portal/contract/workflow/calls'
import { addDays, findInstant, findLocal } from '../apps/server/src/kernel/time.ts'
import config from '../e2e/playwright.config.ts'
import { arrive } from '../e2e/support/arrive.ts'
import { call, castDevices, castLab, person, type CastName } from '../e2e/support/people.ts'
import startServer from '../e2e/support/server.ts'
import { takeAll } from './all-pictures.ts'

const sharp = createRequire(new URL('../apps/server/package.json', import.meta.url))(
  'sharp',
) as typeof import('sharp').default
const folder = new URL('../docs/pictures/', import.meta.url)
const MAX_BYTES = 120 * 1024

const [all, to, ...parts] = process.argv.slice(2)
const wanted = process.argv.slice(2)

const wide = { width: 1280, height: 860 }
const phone = { width: 390, height: 844 }

interface Shot {
  name: string
  who: CastName | null
  path: string
  viewport?: { width: number; height: number }
  theme?: 'dark'
}

/** An hour of the day after tomorrow, in the campus's zone. */
const at = (hour: number) => {
  const { day } = findLocal(new Date(), 'Asia/Shanghai')
  return findInstant(addDays(day, 2), hour * 60, 'Asia/Shanghai').toISOString()
}
async function shots(): Promise<Shot[]> {
  const device = await call('booker', deviceCalls.info, { params: { id: castDevices.stories.serialId } })
  const free = await call('booker', deviceCalls.info, { params: { id: castDevices.selfOperated.serialId } })
  const booking = (
    await call('booker', bookingCalls.list, {
      query: { scope: 'mine', state: ['awaiting_director'], deviceId: device.id },
    })
  ).items[0]
  const settlement = (await call('payer', settlementCalls.list, { query: { state: 'settled' } })).items[0]
  const purchase = (
    await call('requester', purchaseCalls.list, { query: { scope: 'mine', state: 'in_acceptance' } })
  ).items[0]
  const tender = (await call('tenderoffice', tenderCalls.list, { query: { state: 'opened' } })).items[0]
  const form = (await call('booker', formCalls.open, { query: { keyword: '实验室安全准入', all: 'true' } }))
    .items[0]
  const workflow = (await call('equipoffice', workflowCalls.list, { query: { keyword: '开放基金' } }))
    .items[0]
  const instance = (await call('payer', workflowCalls.instances, { query: { scope: 'mine' } })).items[0]
  const labelled = (await call('equipoffice', deviceCalls.list, { query: { size: 12 } })).items
  return [
    { name: 'home', who: null, path: '/osp/home' },
    { name: 'search-dark', who: 'booker', path: '/osp/share-platform?deviceName=dj', theme: 'dark' },
    { name: 'device', who: 'booker', path: `/dashboard/deviceDetail?id=${device.id}` },
    { name: 'booking', who: 'booker', path: `/appointment/orderDetail?id=${booking?.id}` },
    { name: 'audit-phone', who: 'director', path: '/account/audit-list', viewport: phone },
    {
      name: 'booking-phone-dark',
      who: 'payer',
      path: `/appointment/orderDetail?id=${booking?.id}`,
      viewport: phone,
      theme: 'dark',
    },
    {
      name: 'book',
      who: 'booker',
      path: `/deviceopen/applyTime?deviceId=${free.id}&startAt=${at(14)}&endAt=${at(16)}`,
    },
    { name: 'gates', who: 'equipoffice', path: '/open-sharing/gate-monitor' },
    { name: 'settlement', who: 'payer', path: `/account/payOrderDetail?id=${settlement?.id}` },
    { name: 'finance', who: 'finance', path: '/open-sharing/financial' },
    { name: 'map', who: 'booker', path: '/osp/device-map' },
    { name: 'lab', who: 'booker', path: `/lab/homepage?serialId=${castLab.serialId}` },
    { name: 'users', who: 'sysadmin', path: '/maintain/campus-user' },
    { name: 'devices', who: 'sysadmin', path: '/maintain/deviceInfo' },
    { name: 'audit-rules', who: 'sysadmin', path: '/settings/audit' },
    { name: 'purchase', who: 'requester', path: `/osp/subscribe/subscribeFill?id=${purchase?.id}` },
    { name: 'tender', who: 'tenderoffice', path: `/osp/subscribe/invitation?id=${tender?.id}` },
    { name: 'statistics', who: 'director', path: '/statistics' },
    { name: 'form-design', who: 'equipoffice', path: `/form-create/form-design?id=${form?.id}` },
    { name: 'form-phone', who: 'booker', path: `/account/form?id=${form?.id}`, viewport: phone },
    { name: 'process-design', who: 'equipoffice', path: `/bpm/bpm-design?id=${workflow?.id}` },
    { name: 'process', who: 'payer', path: `/bpm/instance?id=${instance?.id}` },
    {
      name: 'labels',
      who: 'equipoffice',
      path: `/osp/storage/storageFinish?devices=${labelled.map((d) => d.id).join(',')}`,
    },
    {
      name: 'label-phone',
      who: 'director',
      path: `/osp/asset/label?serialId=${castDevices.selfOperated.serialId}`,
      viewport: phone,
    },
  ]
}

async function take(browser: Browser, { name, who, path, viewport = wide, theme }: Shot): Promise<void> {
  const { page, faults } = await person(browser, who, {
    viewport,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
    colorScheme: theme ?? 'light',
    deviceScaleFactor: viewport === phone ? 1.5 : 1,
  })
  await arrive(page, path)
  await page.evaluate(() =>
    Promise.all(
      [...document.images]
        .filter((i) => i.getBoundingClientRect().top < innerHeight)
        .map((i) => i.decode().catch(() => undefined)),
    ),
  )
  const png = await page.screenshot({
    fullPage: name === 'device',
    clip: name === 'device' ? { x: 0, y: 0, width: wide.width, height: 1500 } : undefined,
  })
  await page.context().close()
  if (faults.length > 0) throw new Error(`${path}: ${faults.join('; ')}`)
  for (let quality = 86; ; quality -= 8) {
    const webp = await sharp(png).webp({ quality }).toBuffer()
    if (webp.length > MAX_BYTES && quality > 30) continue
    writeFileSync(new URL(`${name}.webp`, folder), webp)
    console.log(`docs/pictures/${name}.webp ${Math.ceil(webp.length / 1024)} KB`)
    return
  }
}

if (all === '--all' && !to) throw new Error('--all says where to: npm run pictures -- --all /tmp/pictures')
mkdirSync(folder, { recursive: true })
const stop = await startServer()
const browser = await chromium.launch(config.use?.launchOptions)
try {
  if (all === '--all' && to) await takeAll(browser, to, parts)
  else
    for (const shot of await shots())
      if (wanted.length === 0 || wanted.includes(shot.name)) await take(browser, shot)
} finally {
  await browser.close()
  await stop()
}
