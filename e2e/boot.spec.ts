import { expect, test } from '@playwright/test'

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
