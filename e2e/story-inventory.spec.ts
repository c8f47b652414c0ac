import { expect, test, type Page } from '@playwright/test'
import { deviceCalls } from '@portal/contract/device/device'
import { iotCalls } from '@portal/contract/iot/iot'
import { readFileSync } from 'node:fs'
import { open } from './support/arrange.ts'
import { accessibilityFaults } from './support/axe.ts'
import { call, company } from './support/people.ts'
import { choose } from './support/select.ts'

// The office imports a building's gateways and ports from a file, corrects its errors, makes the enrolment
// codes of the gateways at once, binds three ports to one laboratory, and exports the list as a file.

const drawer = (page: Page) => page.getByRole('dialog', { name: /^导入/ })
async function bring(page: Page, lines: readonly string[]) {
  await drawer(page)
    .getByLabel('导入文件')
    .setInputFiles({ name: '清单.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) })
}
async function confirm(page: Page) {
  await drawer(page).getByRole('button', { name: '确认导入' }).click()
  await page
    .getByRole('dialog', { name: /^导入 \d+ 条/ })
    .getByRole('button', { name: '确认导入' })
    .click()
}

test('an inventory from a file', async ({ browser }) => {
  const people = company(browser)
  const office = await people.page('equipoffice')
  const mark = `理化楼${Date.now() % 1_000_000}`
  const [lab] = await call('equipoffice', deviceCalls.labs, {})
  if (!lab) throw new Error('no laboratory')

  await test.step('two gateways come in, and their codes are drawn together', async () => {
    await open(office, '/iot/iot-device')
    await office.getByRole('button', { name: '导入' }).click()
    await bring(office, ['网关,位置,备注', `${mark}一层,,一期`, `${mark}二层,,一期`])
    await confirm(office)
    await expect(drawer(office).getByText('导入完成：新增 2 条，修改 0 条')).toBeVisible()
    await drawer(office).getByRole('button', { name: '完成' }).click()
    await open(office, `/iot/iot-device?keyword=${mark}`)
    await expect(office.getByRole('row', { name: mark })).toHaveCount(2)
    await office.getByLabel('选择本页全部').check()
    await office.getByRole('button', { name: '签发注册码（2）' }).click()
    await office.getByRole('dialog').getByRole('button', { name: '签发注册码' }).click()
    await expect(office.getByTestId('enrol-code')).toHaveCount(2)
    const code = await office.getByTestId('enrol-code').first().innerText()
    expect(code).toMatch(/^[A-Z2-9]{5}(-[A-Z2-9]{5}){4}$/)
    expect(await accessibilityFaults(office)).toEqual([])
    await office.getByRole('button', { name: '已录入' }).click()
  })

  const header = '网关,端口号,类型,名称,实验室'
  const good = [
    `${mark}一层,1,门禁,${mark}东门,`,
    `${mark}一层,2,空气开关,${mark}总闸,`,
    `${mark}二层,1,电表,${mark}电表,`,
  ]
  await test.step('faults are named by row and column, and nothing is written before they are mended', async () => {
    await open(office, '/iot-device/iot-sub-device')
    await office.getByRole('button', { name: '导入' }).click()
    await bring(office, [header, ...good, `${mark}三层,1,门禁,后门,`, `${mark}二层,2,风扇,风扇,`])
    await expect(drawer(office).getByText(`没有名为“${mark}三层”的网关`)).toBeVisible()
    await expect(drawer(office).getByText(/类型应为：门禁、空气开关/)).toBeVisible()
    const units = await call('equipoffice', iotCalls.units, { query: { keyword: mark } })
    expect(units.total).toBe(0)
    await drawer(office).getByRole('button', { name: '重新上传' }).click()
    await bring(office, [header, ...good])
    await confirm(office)
    await expect(drawer(office).getByText('导入完成：新增 3 条，修改 0 条')).toBeVisible()
    await drawer(office).getByRole('button', { name: '完成' }).click()
  })

  await test.step('three are tied to one laboratory in one call', async () => {
    await open(office, `/iot-device/iot-sub-device?keyword=${mark}`)
    await expect(office.getByRole('row', { name: mark })).toHaveCount(3)
    await office.getByLabel('选择本页全部').check()
    await office.getByRole('button', { name: '关联到房间或实验室（3）' }).click()
    const dialog = office.getByRole('dialog', { name: '关联 3 个子设备' })
    await dialog.getByRole('radio', { name: '实验室' }).check()
    await choose(dialog, '实验室', lab.name)
    await dialog.getByRole('button', { name: '保存关联' }).click()
    await expect(office.getByText('已修改 3 个子设备的关联')).toBeVisible()
    await expect(office.getByRole('row', { name: lab.name })).toHaveCount(3)
  })

  await test.step('the list goes out as a file, which the portal reads as what is there', async () => {
    const saved = office.waitForEvent('download')
    await office.getByRole('button', { name: '导出 Excel' }).click()
    const file = await saved
    expect(file.suggestedFilename()).toMatch(/^网关子设备.*\.xlsx$/)
    await office.getByRole('button', { name: '导入' }).click()
    await drawer(office).getByRole('button', { name: '继续导入' }).click()
    await drawer(office)
      .getByLabel('导入文件')
      .setInputFiles({
        name: file.suggestedFilename(),
        mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        buffer: readFileSync(await file.path()),
      })
    await expect(drawer(office).getByText('没有需要导入的行')).toBeVisible()
    await expect(drawer(office).getByRole('row', { name: `${mark}总闸` })).toContainText(lab.name)
    await expect(drawer(office).getByRole('row', { name: mark })).toHaveCount(3)
  })
  await people.close()
})
