import { expect, test } from '@playwright/test'
import { readFileSync, readdirSync } from 'node:fs'

test('says that it lives and that it is ready', async ({ request }) => {
  expect(await (await request.get('/healthz')).json()).toEqual({ status: 'ok' })
  expect(await (await request.get('/readyz')).json()).toEqual({ status: 'ready' })
})

test('answers a browser', async ({ page }) => {
  const response = await page.goto('/healthz')
  expect(response?.status()).toBe(200)
})

test('shows the documentation of the calls, under the policy that pages have', async ({ page }) => {
  const faults: string[] = []
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  await page.goto('/api/docs')
  await expect(page.getByRole('button', { name: /absence/ }).first()).toBeVisible()
  await page.getByRole('combobox').selectOption('booking')
  await expect(page.getByText('/api/v2/booking', { exact: true }).first()).toBeVisible()
  expect(faults).toEqual([])
})

test('what the designers are made of is loaded on their own pages only', () => {
  const dist = new URL('../apps/web/dist/', import.meta.url)
  const read = (file: string) => readFileSync(new URL(file, dist), 'utf8')
  const { pages, back } = JSON.parse(read('preloads.json')) as {
    pages: Record<string, string[]>
    back: string[]
  }
  const chunks = readdirSync(new URL('assets/', dist)).filter((file) => file.endsWith('.js'))
  /** Libraries, by a text that only they contain, and the route that may load them; null: only a dialog. */
  const parts: [says: string, route: string | null][] = [
    ['djs-palette', '/bpm/bpm-design'],
    ['pdnd-honey-pot', '/form-create/form-design'],
    ['cm-activeLine', null],
  ]
  for (const [says, route] of parts) {
    const holders = chunks.filter((file) => read(`assets/${file}`).includes(says))
    expect(holders, says).toHaveLength(1)
    const [holder = ''] = holders
    const users = Object.keys(pages).filter((path) => pages[path]?.includes(`assets/${holder}`))
    expect(users, says).toEqual(route === null ? [] : [route])
    expect(back).not.toContain(`assets/${holder}`)
    // No other chunk imports it, except the dialog's own chunk, which the form designer loads.
    const importing = new RegExp(`(?:from|import)\\s*["']\\./${holder.replaceAll('.', '\\.')}["']`)
    const others = chunks.filter((file) => !file.startsWith('json-editor-'))
    expect(others.filter((file) => importing.test(read(`assets/${file}`)))).toEqual([])
  }
})
