import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { deviceManageCalls } from '@portal/contract/device/manage'
import { listSettingCalls } from '@portal/contract/list-setting/list-setting'
import { open } from './support/arrange.ts'
import { call, castDevices, company, person, type CastName } from './support/people.ts'

// List settings follow a person to another computer. The search finds everything by keyboard alone.

test('a list as one likes it, on another computer too', async ({ browser }) => {
  const people = company(browser)
  const page = await people.page('sysadmin')
  await open(page, '/maintain/deviceInfo?status=broken')
  await page.getByRole('button', { name: '存为常用' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('坏了的')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('button', { name: '坏了的' })).toHaveAttribute('aria-pressed', 'true')

  await page.getByRole('button', { name: '列设置' }).click()
  const settings = page.getByRole('dialog', { name: '列表设置' })
  await settings.getByRole('checkbox', { name: '联系人' }).uncheck()
  await settings.getByRole('button', { name: '资产编号 前移' }).click()
  await settings.getByLabel('紧凑').check()
  await settings.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('列表设置已保存')).toBeVisible()
  await expect(page.getByRole('columnheader', { name: '联系人' })).toHaveCount(0)

  const { page: elsewhere } = await person(browser, 'sysadmin', {})
  await open(elsewhere, '/maintain/deviceInfo')
  await expect(elsewhere.getByRole('columnheader').nth(1)).toHaveText('资产编号')
  await expect(elsewhere.getByRole('columnheader', { name: '联系人' })).toHaveCount(0)
  await elsewhere.getByRole('button', { name: '坏了的' }).click()
  await expect(elsewhere).toHaveURL(/status=broken/)
  await elsewhere.getByRole('button', { name: '列设置' }).click()
  await elsewhere.getByRole('button', { name: '恢复默认' }).click()
  await expect(elsewhere.getByRole('columnheader', { name: '联系人' })).toBeVisible()
  await elsewhere.context().close()
  await people.close()
})

test('by keys alone to an instrument and to a screen', async ({ browser }) => {
  const { items } = await call('sysadmin', deviceManageCalls.manageList, {
    query: { deviceName: castDevices.selfOperated.serialId },
  })
  const { page } = await person(browser, 'booker', {})
  await open(page, '/osp/home')
  const box = page.getByRole('combobox', { name: '查找页面、仪器、预约单和人员' })
  await page.keyboard.press('Control+k')
  await box.fill(castDevices.selfOperated.serialId)
  await expect(page.getByRole('option', { name: castDevices.selfOperated.serialId })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/dashboard/deviceDetail\\?id=${items[0]?.id}$`))

  // The search does not offer screens that the booker may not open.
  await page.keyboard.press('Control+k')
  await box.fill('角色管理')
  await expect(page.getByText('没有找到“角色管理”')).toBeVisible()
  await box.fill('我的预约')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/account\/subscribe-list/)
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Escape')
  await expect(box).toHaveCount(0)
  await page.context().close()
})

test('a list shows at first what one’s work needs, and what one chose before that', async ({ browser }) => {
  const headings = async (who: CastName, path: string, settingsAfterMs = 0) => {
    const { page } = await person(browser, who, { viewport: { width: 1440, height: 900 } })
    if (settingsAfterMs > 0)
      await page.route(`**${listSettingCalls.list.path}`, async (route) => {
        await sleep(settingsAfterMs)
        await route.continue()
      })
    await open(page, path)
    const titles = await page.getByRole('columnheader').allTextContents()
    await page.context().close()
    return titles
  }
  // Finance needs the card and voucher numbers; a laboratory does not.
  expect(await headings('finance', '/open-sharing/settles')).toContain('经费卡与凭证号')
  const director = await headings('director', '/open-sharing/settles')
  expect(director).not.toContain('经费卡与凭证号')
  expect(director).toContain('发起人')
  // The office identifies instruments by asset number.
  expect(await headings('equipoffice', '/open-sharing/subscribes')).toContain('资产编号')
  expect(await headings('director', '/open-sharing/subscribes')).not.toContain('资产编号')
  expect(await headings('booker', '/account/subscribe-list')).not.toContain('资产编号')

  const { page } = await person(browser, 'reviewer', { viewport: { width: 1440, height: 900 } })
  await open(page, '/open-sharing/subscribes')
  await page.getByRole('button', { name: '列设置' }).click()
  await page.getByRole('dialog', { name: '列表设置' }).getByRole('checkbox', { name: '资产编号' }).check()
  await page.getByRole('dialog', { name: '列表设置' }).getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('columnheader', { name: '资产编号' })).toBeVisible()
  await page.context().close()
  // On another device the settings may arrive after the rows; the list waits for them.
  expect(await headings('reviewer', '/open-sharing/subscribes', 1000)).toContain('资产编号')
})
