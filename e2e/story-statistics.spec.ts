import { once } from 'node:events'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { mailCalls } from '@portal/contract/mail/mail'
import { viewCalls } from '@portal/contract/statistics/view'
import type { SMTPServer as Server } from 'smtp-server'
import { open } from './support/arrange.ts'
import { accessibilityFaults } from './support/axe.ts'
import { call, company } from './support/people.ts'

// A director makes a pivot table of the laboratory's uses, saves it as a view, subscribes to it by mail,
// reads the mail and unsubscribes.

const require = createRequire(new URL('../apps/server/package.json', import.meta.url))
const { SMTPServer } = require('smtp-server') as { SMTPServer: typeof Server }

/** A real mail server that keeps all received mail. */
async function mailServer() {
  const received: { to: string[]; raw: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (c: Buffer) => chunks.push(c))
      stream.on('end', () => {
        received.push({
          to: session.envelope.rcptTo.map((r) => r.address),
          raw: Buffer.concat(chunks).toString(),
        })
        done()
      })
    },
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return { received, port, close: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}
/** All text of a mail, decoded. */
const makeText = (raw: string): string =>
  raw
    .split(/\r\n\r\n|\r\n--/)
    .map((part) => (/^[A-Za-z0-9+/=\r\n]+$/.test(part) ? Buffer.from(part, 'base64').toString() : part))
    .join('\n')

test('a pivot, kept, subscribed to, received, stopped', async ({ browser }) => {
  const mail = await mailServer()
  const setting = {
    host: '127.0.0.1',
    port: mail.port,
    security: 'plain' as const,
    username: '',
    password: '',
    fromName: '平台',
    fromAddress: 'portal@example.edu',
  }
  await call('sysadmin', mailCalls.changeSetting, { body: { ...setting, enabled: true } })
  const people = company(browser)
  const page = await people.page('director')

  // The demo campus has a whole month behind it on any day; of a school year that has just ended, only a day.
  await open(page, '/statistic/pivot?period=lastMonth')
  await page.getByLabel('行', { exact: true }).selectOption({ label: '仪器' })
  await page.getByLabel('列', { exact: true }).selectOption({ label: '价格档' })
  await page.getByLabel('收入', { exact: true }).click()
  const table = page.getByRole('region', { name: /交叉分析表/ }).getByRole('table')
  await expect(table.getByRole('columnheader', { name: /收入/ }).first()).toBeVisible()
  // A chosen dimension cannot be chosen a second time.
  await expect(page.getByLabel('第二行维度').locator('option', { hasText: /^仪器$/ })).toBeDisabled()
  expect(await accessibilityFaults(page)).toEqual([])

  const picture = page.waitForEvent('download')
  await page.getByRole('button', { name: '保存图片' }).click()
  expect((await picture).suggestedFilename()).toMatch(/^仪器 × 价格档-使用机时-.+\.png$/)

  // Every number links to its uses.
  const sum = table.locator('tfoot a').last()
  await sum.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('使用记录明细')
  await page.getByRole('link', { name: '返回交叉分析' }).click()

  await page.getByText('我的视图').click()
  await page.getByRole('button', { name: '保存当前选择' }).click()
  await page.getByLabel('视图名称').fill('各仪器按价格档')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByRole('link', { name: '各仪器按价格档' })).toBeVisible()
  await page.getByRole('button', { name: '订阅“各仪器按价格档”' }).click()
  await page.getByRole('button', { name: '每月 1 日发送上月的数据' }).click()
  await expect(page.getByText(/已订阅，最近一期正发往/)).toBeVisible()

  const [view] = await call('director', viewCalls.views)
  const its = () => mail.received.filter((m) => makeText(m.raw).includes('各仪器按价格档'))
  // Letters of earlier stories go first: they wait from before there was a mail server.
  await expect.poll(() => its().length, { timeout: 90_000 }).toBe(1)
  const [letter] = its()
  const said = makeText(letter?.raw ?? '')
  expect(said).toContain('<th')
  expect(said).toContain('合计')
  expect(letter?.raw).toMatch(/filename.*xlsx/i)

  await page.getByRole('button', { name: '退订“各仪器按价格档”' }).click()
  await expect(page.getByText('已退订“各仪器按价格档”')).toBeVisible()
  expect((await call('director', viewCalls.views))[0]?.subscription).toBeNull()

  // The link in the mail unsubscribes without a sign-in.
  const visitor = await browser.newPage({ baseURL: process.env['E2E_URL'] ?? '' })
  await visitor.goto(`/statistic/stop-mail#key=${'x'.repeat(43)}`)
  await visitor.getByRole('button', { name: '退订' }).click()
  await expect(visitor.getByText('该订阅已退订，或链接不完整').first()).toBeVisible()
  await visitor.close()

  if (view) await call('director', viewCalls.removeView, { params: { id: view.id } })
  await call('sysadmin', mailCalls.changeSetting, { body: { ...setting, enabled: false } })
  await people.close()
  await mail.close()
})
