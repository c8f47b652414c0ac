import { chromium, type Browser, type Page } from '@playwright/test'
import { findBrowser } from '../scripts/browser.mjs'
import { startProduct } from './product.ts'
import { inQuiet } from './quiet.ts'
import { machine, printTable, writeReport } from './report.ts'
import { formColumns, measureForms } from './web-forms.ts'
import { inpColumns, measureInp } from './web-inp.ts'
import { startYardstick } from './yardstick.ts'

// Page loads in a browser with cold and warm cache: on slow 4G (562 ms, 1,475 kbit/s) with a processor four
// times slower, and unthrottled.

interface Visit {
  /** Bytes of JavaScript on the wire. */
  script: number
  /** Milliseconds. */
  firstPaint: number
  largestPaint: number
  shift: number
  requests: number
}

interface Case {
  name: string
  path: string
  signedIn: boolean
  most: { script: number; firstPaint?: number; largestPaint: number }
  /** The minimal page of this kind, measured in the same round. */
  least: string
  /** The allowed multiple of that page's time. */
  ofLeast: { slow?: number; unthrottled: number }
}

/** `npm run bench:web -- forms` measures large forms only, `inp` interactions, `pages` page loads. */
const only = ['forms', 'inp', 'pages'].filter((what) => process.argv.includes(what))
const isWanted = (what: string) => only.length === 0 || only.includes(what)
const KB = 1000
const cases: Case[] = [
  {
    name: '/osp/home',
    path: '/osp/home',
    signedIn: false,
    most: { script: 220 * KB, firstPaint: 900, largestPaint: 2500 },
    least: '/hero',
    ofLeast: { unthrottled: 2 },
  },
  {
    name: 'list: /osp/share-platform',
    path: '/osp/share-platform',
    signedIn: true,
    most: { script: 325 * KB, largestPaint: 4000 },
    least: '/antd',
    ofLeast: { slow: 0.75, unthrottled: 0.75 },
  },
  {
    name: 'list: /account/subscribe-list',
    path: '/account/subscribe-list',
    signedIn: true,
    most: { script: 325 * KB, largestPaint: 4000 },
    least: '/antd',
    ofLeast: { slow: 0.75, unthrottled: 0.75 },
  },
]
const MOST_SHIFT = 0.02
const SLOW = { latency: 562, throughput: (1475 * 1000) / 8, processor: 4 }
const ROUNDS = 3
const SILENCE_MS = 2000

/** Runs in the page before its own code. */
function observe(): void {
  const seen = { largest: 0, shift: 0, first: 0 }
  Object.assign(globalThis, { __seen: seen })
  new PerformanceObserver((list) => {
    for (const e of list.getEntries()) seen.largest = e.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const e of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!e.hadRecentInput) seen.shift += e.value
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    for (const e of list.getEntries()) if (e.name === 'first-contentful-paint') seen.first = e.startTime
  }).observe({ type: 'paint', buffered: true })
}

async function visit(page: Page, address: string, slow: boolean): Promise<Visit> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  if (slow) {
    await cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: SLOW.latency,
      downloadThroughput: SLOW.throughput,
      uploadThroughput: SLOW.throughput,
    })
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW.processor })
  }
  const scripts = new Set<string>()
  let script = 0
  let requests = 0
  let lastAt = performance.now()
  cdp.on('Network.responseReceived', ({ requestId, type, response }) => {
    requests++
    lastAt = performance.now()
    if (type === 'Script' && !response.fromDiskCache) scripts.add(requestId)
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    lastAt = performance.now()
    if (scripts.has(requestId)) script += encodedDataLength
  })
  await page.goto(address, { waitUntil: 'load' })
  // Prefetching for later pages counts, since the visit pays for it. The live connection stays open, so the
  // network is never idle: the visit ends when nothing has arrived for longer than a slow connection takes
  // to answer.
  while (performance.now() - lastAt < SILENCE_MS) await page.waitForTimeout(100)
  // The page may still process what arrived last.
  await page.evaluate(
    () => new Promise((drawn) => requestIdleCallback(() => requestAnimationFrame(() => setTimeout(drawn)))),
  )
  const seen = await page.evaluate(
    () => (globalThis as unknown as { __seen: { largest: number; shift: number; first: number } }).__seen,
  )
  await cdp.detach()
  return { script, firstPaint: seen.first, largestPaint: seen.largest, shift: seen.shift, requests }
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
const medianVisit = (visits: Visit[]): Visit => ({
  script: median(visits.map((v) => v.script)),
  firstPaint: median(visits.map((v) => v.firstPaint)),
  largestPaint: median(visits.map((v) => v.largestPaint)),
  shift: Math.max(...visits.map((v) => v.shift)),
  requests: median(visits.map((v) => v.requests)),
})

async function coldAndWarm(
  browser: Browser,
  base: string,
  { path, token }: { path: string; token: string | null },
  slow: boolean,
): Promise<{ cold: Visit; warm: Visit }> {
  const context = await browser.newContext({
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1366, height: 768 },
  })
  await context.addInitScript(observe)
  if (token) await context.addCookies([{ name: 'token', value: token, url: base }])
  const page = await context.newPage()
  const cold = await visit(page, base + path, slow)
  const warm = await visit(page, base + path, slow)
  await context.close()
  return { cold, warm }
}

const product = await startProduct({ size: 1 })
const token = await product.signIn('booker')
const yardstick = await startYardstick(await fetch(`${product.url}/api/v2/home/hero`))
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: [
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ],
})
const inp = isWanted('inp') ? printTable(inpColumns, await measureInp(browser, product)) : ''
console.log(inp)
const forms = isWanted('forms') ? printTable(formColumns, await measureForms(browser, product)) : ''
console.log(forms)
const rows: string[][] = []
for (const slow of isWanted('pages') ? [true, false] : []) {
  for (const c of cases) {
    const visits: { cold: Visit; warm: Visit }[] = []
    const least: Visit[] = []
    let noisyRounds = 0
    for (let i = 0; i < ROUNDS; i++) {
      const { result, noisy } = await inQuiet(async () => ({
        visit: await coldAndWarm(
          browser,
          product.url,
          { path: c.path, token: c.signedIn ? token : null },
          slow,
        ),
        least: (await coldAndWarm(browser, yardstick.url, { path: c.least, token: null }, slow)).cold,
      }))
      visits.push(result.visit)
      least.push(result.least)
      noisyRounds += Number(noisy)
    }
    const cold = medianVisit(visits.map((v) => v.cold))
    const warm = medianVisit(visits.map((v) => v.warm))
    const stick = medianVisit(least)
    const reached =
      cold.script <= c.most.script &&
      warm.script === 0 &&
      cold.shift <= MOST_SHIFT &&
      cold.largestPaint <= stick.largestPaint * (c.ofLeast[slow ? 'slow' : 'unthrottled'] ?? Infinity) &&
      (!slow ||
        (cold.largestPaint <= c.most.largestPaint && cold.firstPaint <= (c.most.firstPaint ?? Infinity)))
    rows.push([
      c.name,
      slow ? 'slow 4G, CPU ÷4' : 'unthrottled',
      `${(cold.script / KB).toFixed(0)} KB`,
      `${cold.firstPaint.toFixed(0)} ms`,
      `${cold.largestPaint.toFixed(0)} ms`,
      `${(cold.largestPaint / stick.largestPaint).toFixed(2)} × ${stick.largestPaint.toFixed(0)} ms, ${(stick.script / KB).toFixed(0)} KB`,
      cold.shift.toFixed(3),
      `${warm.script} B`,
      `${warm.largestPaint.toFixed(0)} ms`,
      reached ? 'yes' : 'no',
      noisyRounds ? `${noisyRounds} noisy` : '',
    ])
  }
}
await browser.close()
await yardstick.stop()
await product.stop()
const columns = [
  'page',
  'line',
  'JavaScript',
  'first paint',
  'LCP',
  'of the least page',
  'CLS',
  'warm JavaScript',
  'warm LCP',
  'reached',
  'rounds',
]
const inShort = (cells: string[]) => cells.filter((_, i) => !/^warm|^rounds/.test(columns[i] ?? ''))
if (inp) writeReport('bench-inp', [machine(), inp])
if (forms) writeReport('bench-forms', [machine(), forms])
if (!isWanted('pages')) process.exit()
const table = printTable(columns, rows)
console.log(table)
writeReport('bench-web', [
  machine(),
  `Chromium, median of ${ROUNDS} cold visits; targets: home ≤ 220 KB, on slow 4G first paint ≤ 0.9 s and LCP ≤ 2.5 s, unthrottled LCP ≤ 2 × its picture; lists ≤ 325 KB, LCP ≤ 4.0 s and ≤ 0.75 × the least page; CLS ≤ ${MOST_SHIFT}; warm 0 bytes of JavaScript. The least page, visited in the same rounds: for home its picture alone, for lists antd’s form and table with 20 static rows, nothing asked of the server.`,
  table,
])
writeReport('bench-web-short', [machine(), printTable(inShort(columns), rows.map(inShort))], 'README.md')
