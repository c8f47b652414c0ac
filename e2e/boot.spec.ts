import { expect, test } from '@playwright/test'

test('says that it lives and that it is ready', async ({ request }) => {
  expect(await (await request.get('/healthz')).json()).toEqual({ status: 'ok' })
  expect(await (await request.get('/readyz')).json()).toEqual({ status: 'ready' })
})

test('answers a browser', async ({ page }) => {
  const response = await page.goto('/healthz')
  expect(response?.status()).toBe(200)
})
