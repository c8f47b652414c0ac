import { expect, test } from '@playwright/test'
import { bookingCalls } from '@portal/contract/booking/calls'
import { iotCalls } from '@portal/contract/iot/iot'
import { doorAccessCalls } from '@portal/contract/iot/door-access'
import { openingCalls } from '@portal/contract/opening/opening'
import { startGateway, type Credentials, type Simulated } from '../apps/server/src/simulator/gateway.ts'
import { makeCertificate } from '../apps/server/src/testing/certificates.ts'
import { open, openNow, sayYes } from './support/arrange.ts'
import { accessibilityFaults } from './support/axe.ts'
import { call, castDevices, company } from './support/people.ts'
import { choose } from './support/select.ts'

// The office brings in a gateway and ties a door and a switch to an instrument; who has booked holds his
// phone before the door, has power, extends his use and leaves; the network is cut meanwhile. His test order
// is offered the real hours.

const phone = { viewport: { width: 390, height: 844 } }

async function until<T>(what: string, find: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (let tries = 0; tries < 100; tries++) {
    const found = await find()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`never came: ${what}`)
}
/** A booking that may begin now, agreed to by everybody who is asked. */
async function bookNow(deviceId: number): Promise<number> {
  const five = 300_000
  const start = Math.ceil(Date.now() / five + 0.2) * five
  const at = (ms: number) => new Date(ms).toISOString()
  const { id } = await call('booker', bookingCalls.create, {
    body: {
      deviceId,
      kind: 'self_operated',
      startAt: at(start),
      endAt: at(start + 6 * five),
      purpose: '断口形貌',
    },
  })
  for (const who of ['payer', 'reviewer', 'director'] as const) {
    const { state, can } = await call(who, bookingCalls.get, { params: { id } })
    if (can.includes('approve')) await call(who, bookingCalls.approve, { params: { id }, body: { state } })
  }
  return id
}

test('a door and power for who has booked', async ({ browser }) => {
  const people = company(browser)
  const name = `电镜楼网关 ${Date.now()}`
  const deviceId = await openNow(castDevices.shared.serialId)
  const { settings } = await call('sysadmin', openingCalls.get, { params: { deviceId } })
  if (settings)
    await call('sysadmin', openingCalls.change, {
      params: { deviceId },
      body: { ...settings, qualificationRequired: false, gridMinutes: 5, minMinutes: 5, noticeMinutes: 0 },
    })
  const office = await people.page('sysadmin')
  let credentials!: Credentials & { mqttPort: number | null }
  let gateway!: Simulated
  let ahead = 0

  await test.step('the office makes a gateway, whose code is exchanged once', async () => {
    await open(office, '/iot/iot-device')
    await office.getByRole('link', { name: '新增网关' }).click()
    await office.getByRole('button', { name: '新增并生成注册码' }).click()
    await expect(
      office.getByText('网关名称不能为空').or(office.getByText('请填写网关名称')).first(),
    ).toBeVisible()
    await office.getByLabel('网关名称').fill(name)
    await office.getByRole('button', { name: '新增并生成注册码' }).click()
    const code = await office.getByTestId('enrol-code').innerText()
    credentials = await call(null, iotCalls.enrol, { body: { code, hardware: 'E2E' } })
    await expect(call(null, iotCalls.enrol, { body: { code } })).rejects.toThrow('注册码不正确')
    const { hostname } = new URL(process.env['E2E_URL'] ?? '')
    gateway = await startGateway(`mqtt://${hostname}:${credentials.mqttPort}`, credentials, {
      clock: () => Math.floor(Date.now() / 1000) + ahead,
    })
    await office.getByRole('button', { name: '已录入' }).click()
    await expect(office.getByRole('heading', { level: 1 })).toContainText('在线')
    expect(await accessibilityFaults(office)).toEqual([])
  })

  await test.step('it may bind a certificate, which it chooses as a file, and keeps the password', async () => {
    const { cert } = makeCertificate('SN-4711')
    await office.getByRole('link', { name: '绑定证书' }).click()
    await office
      .getByLabel('证书文件')
      .setInputFiles({ name: 'gateway.pem', mimeType: 'text/plain', buffer: Buffer.from(cert) })
    await expect(office.getByRole('textbox', { name: '证书' })).toHaveValue(cert.trim())
    expect(await accessibilityFaults(office)).toEqual([])
    await office.getByRole('button', { name: '取消' }).click()
    await expect(office.getByText('接入方式').locator('..')).toContainText('密码')
    await expect(office.getByRole('heading', { level: 1 })).toContainText('在线')
  })

  await test.step('and ties a door and a switch to an instrument', async () => {
    for (const [number, kind, title] of [
      ['1', '门禁', '共聚焦室门'],
      ['2', '空气开关', '共聚焦电源'],
    ] as const) {
      await office.getByRole('link', { name: '新增子设备' }).click()
      await office.getByLabel('端口号').fill(number)
      await choose(office, '类型', kind)
      await office.getByLabel('名称', { exact: true }).fill(title)
      await choose(office, '仪器', castDevices.shared.name)
      if (kind === '空气开关') await office.getByLabel('宽限时间（分钟）').fill('2')
      await office.getByRole('button', { name: '新增子设备' }).click()
      await expect(office.getByRole('row', { name: new RegExp(title) })).toBeVisible()
    }
    await until('its list', () => gateway.list()?.units.length === 2)
  })

  const booker = await people.page('booker', phone)
  const id = await bookNow(deviceId)
  await test.step('who has booked finds a QR on his phone, and the door opens; the power goes on', async () => {
    await until('the grant', () => gateway.list()?.entries.some((e) => e.ref === `b${id}`))
    const answered = booker.waitForResponse((r) => r.url().includes(`/iot/pass/${id}`))
    await open(booker, `/appointment/orderDetail?id=${id}`)
    await expect(booker.getByRole('heading', { name: '开门二维码' })).toBeVisible()
    await expect(booker.getByText('共聚焦室门')).toBeVisible()
    expect(await booker.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await accessibilityFaults(booker)).toEqual([])
    const { data } = (await (await answered).json()) as { data: { doors: { qr: string }[] } }
    expect(gateway.show(1, { qr: data.doors[0]?.qr ?? '' })).toMatchObject({ open: true })
    expect(gateway.isOn(2)).toBe(true)
    await open(office, '/iot/door-access?tab=events')
    const row = office.getByRole('row', { name: /共聚焦室门/ }).first()
    await expect(row).toContainText('二维码')
    await expect(row).toContainText(`预约 ${id}`)
    await open(office, '/iot/air-switch')
    await expect(office.getByRole('row', { name: /共聚焦电源/ })).toContainText('通电')
    expect(await accessibilityFaults(office)).toEqual([])
  })

  await test.step('the network is cut: the door still opens for him, and nothing of it is lost', async () => {
    const { doors } = await call('booker', doorAccessCalls.pass, { params: { id } })
    await gateway.cut()
    expect(gateway.show(1, { qr: doors[0]?.qr ?? '' }).open).toBe(true)
    expect(gateway.show(1, { card: 'BADCAFE0' }).open).toBe(false)
    await gateway.mend()
    await until('everything told', () => gateway.waiting() === 0)
    await open(office, '/iot/door-access?tab=events')
    await expect(office.getByRole('row', { name: /卡未登记或无授权/ }).first()).toContainText('拒绝进入')
  })

  await test.step('opened from afar with a reason', async () => {
    await open(office, '/iot/door-access')
    const row = office.getByRole('row', { name: /共聚焦室门/ })
    await row.getByRole('button', { name: '远程开门' }).click()
    await office.getByRole('dialog').getByRole('textbox').fill('送样品')
    await sayYes(office, '开门')
    await open(office, '/iot/door-access?tab=events')
    await expect(office.getByRole('row', { name: /送样品/ })).toContainText('远程')
  })

  await test.step('he uses it and extends: the switch has longer to go', async () => {
    await call('booker', bookingCalls.start, { params: { id } })
    await expect(booker.getByRole('heading', { level: 1 })).toContainText('使用中')
    expect(gateway.isOn(2)).toBe(true)
    await gateway.sayReadings()
    const findEnd = () => gateway.list()?.entries.find((e) => e.unit === 2 && e.ref === `b${id}`)?.to ?? 0
    const planned = findEnd()
    const { endAt } = await call('booker', bookingCalls.get, { params: { id } })
    const longer = new Date(Date.parse(endAt ?? '') + 600_000).toISOString()
    await call('booker', bookingCalls.extend, { params: { id }, body: { endAt: longer } })
    await until('the longer end', () => findEnd() === planned + 600)
  })

  await test.step('he leaves: he is warned, the power goes off, and no QR is left', async () => {
    await gateway.sayReadings()
    await call('booker', bookingCalls.finish, { params: { id } })
    await open(office, '/iot/air-switch?tab=events')
    await expect(office.getByRole('row', { name: /断电提醒/ }).first()).toContainText('共聚焦电源')
    expect(gateway.isOn(2)).toBe(true)
    ahead = 180
    await until('power off', () => !gateway.isOn(2))
    await expect(office.getByRole('row', { name: /授权结束/ }).first()).toContainText('断电')
    await expect(booker.getByRole('heading', { name: '开门二维码' })).toHaveCount(0)
    await booker.getByRole('button', { name: /^消息/ }).click()
    await expect(booker.getByText(`${castDevices.shared.name}即将断电`).first()).toBeVisible()
  })

  await test.step('who writes the test order is offered the real hours, and takes them', async () => {
    await until('everything told', () => gateway.waiting() === 0)
    const reviewer = await people.page('reviewer')
    await open(reviewer, `/account/measureInfo?bookingId=${id}`)
    const told = reviewer.getByRole('note', { name: '门禁与供电实测' })
    await expect(told).toContainText('进门')
    await told.getByRole('button', { name: /采用实测时间/ }).click()
    await expect(reviewer.getByText('已填入实测时间，请核对')).toBeVisible()
    expect(await accessibilityFaults(reviewer)).toEqual([])
  })
  await gateway.stop()
  await people.close()
})
