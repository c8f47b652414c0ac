import type { Browser, Page } from '@playwright/test'
import { formCalls } from '@portal/contract/form/calls'
import { makeAddress } from '@portal/contract/kernel/call'
import { once, requestBytes } from './load.ts'
import type { Product } from './product.ts'
import { inQuiet } from './quiet.ts'
import { quietly } from './settings.ts'

// Large forms in the browser: the time until a user can type into a form of 200 fields, and the frame rate
// while one of 200 rules is dragged on the designer's canvas.

const FIELDS = 200
const ROUNDS = 3
const PROCESSOR = 4
const MOST_MS = 1500
const LEAST_FRAMES = 50
const DRAG_MS = 4000

const kinds = [
  { type: 'input' },
  { type: 'inputNumber' },
  { type: 'select', options: ['甲', '乙', '丙'].map((label) => ({ label, value: label })) },
  { type: 'radio', options: ['是', '否'].map((label) => ({ label, value: label })) },
  { type: 'datePicker' },
  { type: 'switch' },
  { type: 'rate' },
  { type: 'input', props: { type: 'textarea' } },
]
const rule = Array.from({ length: FIELDS }, (_, i) => ({
  ...kinds[i % kinds.length],
  field: `field${i}`,
  title: `第 ${i + 1} 项`,
}))

/** Publishes a form of `FIELDS` fields and returns its id. */
async function publishForm({ port }: Product, token: string, name: string): Promise<number> {
  const send = async (method: string, path: string, body: object) => {
    const answer = await once(port, requestBytes(method, path, { token, body }))
    if (answer.status !== 200) throw new Error(`${path}: ${answer.body}`)
    return (JSON.parse(answer.body) as { data: { id: number; revision: number } }).data
  }
  const text = JSON.stringify({ rule, options: {} })
  const { id, revision } = await send('POST', formCalls.create.path, { name, text })
  await send('POST', makeAddress(formCalls.publish, { params: { id } }), { revision })
  return id
}

async function openPage(browser: Browser, product: Product, token: string): Promise<Page> {
  const context = await browser.newContext({
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1366, height: 768 },
  })
  await context.addCookies([{ name: 'token', value: token, url: product.url }])
  return context.newPage()
}

/** Milliseconds from the click on 填写 until a typed letter in the first field has been painted. */
async function timeFirstInput(browser: Browser, product: Product, token: string, name: string) {
  const page = await openPage(browser, product, token)
  await page.goto(`${product.url}/account/forms`)
  const link = page.getByRole('row').filter({ hasText: name }).getByRole('link', { name: '填写' })
  await link.waitFor()
  // Wait for what the list prefetches.
  await page.waitForTimeout(1000)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR })
  await page.evaluate(() => {
    let begin = 0
    document.addEventListener('click', () => (begin ||= performance.now()), { capture: true, once: true })
    const look = () => {
      const box = document.querySelector<HTMLInputElement>('main form input[type="text"], .fv input')
      if (!begin || !box) return requestAnimationFrame(look)
      box.focus()
      document.execCommand('insertText', false, '字')
      return requestAnimationFrame(() =>
        setTimeout(() =>
          Object.assign(globalThis, { __first: { ms: performance.now() - begin, value: box.value } }),
        ),
      )
    }
    requestAnimationFrame(look)
  })
  await link.click()
  const handle = await page.waitForFunction(
    () => (globalThis as unknown as { __first?: { ms: number; value: string } }).__first,
  )
  const first = await handle.jsonValue()
  if (first?.value !== '字') throw new Error(`the first field holds ${first?.value}`)
  await page.getByText(`第 ${FIELDS} 项`).waitFor({ state: 'attached' })
  await page.context().close()
  return first.ms
}

/** Frames per second while a rule is dragged up and down the canvas. */
async function countFrames(browser: Browser, product: Product, token: string, formId: number) {
  const page = await openPage(browser, product, token)
  await page.goto(`${product.url}/form-create/form-design?id=${formId}`)
  const items = page.locator('.fd-item')
  await items.nth(FIELDS - 1).waitFor({ state: 'attached' })
  await page.waitForTimeout(1000)
  const box = await items.nth(1).boundingBox()
  if (!box) throw new Error('the canvas shows nothing')
  const x = box.x + 12
  await page.mouse.move(x, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(x + 5, box.y + box.height / 2 + 20, { steps: 4 })
  await page.evaluate(() => {
    const seen = { frames: 0, begin: performance.now(), longest: 0, ms: 0, moved: 0 }
    Object.assign(globalThis, { __frames: seen })
    document.addEventListener('dragover', () => seen.moved++, { capture: true })
    let last = seen.begin
    const count = (now: number) => {
      seen.frames++
      seen.longest = Math.max(seen.longest, now - last)
      last = now
      seen.ms = performance.now() - seen.begin
      requestAnimationFrame(count)
    }
    requestAnimationFrame(count)
  })
  const begin = performance.now()
  for (let i = 0; performance.now() - begin < DRAG_MS; i++)
    await page.mouse.move(x + 10, 250 + Math.abs(((i * 8) % 700) - 350))
  const seen = await page.evaluate(
    () =>
      (
        globalThis as unknown as {
          __frames: { frames: number; longest: number; ms: number; moved: number }
        }
      ).__frames,
  )
  await page.mouse.up()
  await page.context().close()
  if (seen.moved < 50) throw new Error(`only ${seen.moved} moves were a drag`)
  return { rate: (seen.frames * 1000) / seen.ms, longest: seen.longest }
}

const median = (numbers: number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

export const formColumns = ['work', 'figure', 'target', 'reached', 'rounds']
export async function measureForms(browser: Browser, product: Product): Promise<string[][]> {
  const token = await product.signIn('sysadmin')
  const name = `二百项 ${FIELDS}`
  const formId = await publishForm(product, token, name)
  const times: number[] = []
  const drags: { rate: number; longest: number }[] = []
  let noisy = 0
  for (let i = 0; i < ROUNDS; i++) {
    const first = await inQuiet(() => timeFirstInput(browser, product, token, name), quietly)
    times.push(first.result)
    const drag = await inQuiet(() => countFrames(browser, product, token, formId), quietly)
    drags.push(drag.result)
    noisy += Number(first.noisy) + Number(drag.noisy)
  }
  const ms = median(times)
  const rate = median(drags.map((d) => d.rate))
  const rounds = `${ROUNDS}${noisy ? `, ${noisy} noisy` : ''}`
  return [
    [
      `open a form of ${FIELDS} fields, CPU ÷${PROCESSOR}: from the click until the first field holds a letter`,
      `${ms.toFixed(0)} ms (${times.map((t) => t.toFixed(0)).join(', ')})`,
      `≤ ${MOST_MS} ms`,
      ms <= MOST_MS ? 'yes' : 'no',
      rounds,
    ],
    [
      `drag on the form designer’s canvas of ${FIELDS} items, unthrottled`,
      `${rate.toFixed(1)} frames/s (${drags.map((d) => d.rate.toFixed(1)).join(', ')}), longest frame ${median(drags.map((d) => d.longest)).toFixed(0)} ms`,
      `≥ ${LEAST_FRAMES} frames/s`,
      rate >= LEAST_FRAMES ? 'yes' : 'no',
      rounds,
    ],
  ]
}
