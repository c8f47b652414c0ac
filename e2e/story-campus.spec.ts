import { expect, test, type Locator, type Page } from '@playwright/test'
import { bookingCalls } from '@portal/contract/booking/calls'
import { arrive } from './support/arrive.ts'
import { idIn, open, findState } from './support/arrange.ts'
import { call, company, person } from './support/people.ts'
import { choose, chooseDay, tomorrow } from './support/select.ts'
import { signInByForm } from './support/sign-in.ts'

// An administrator sets up a new college, down to an instrument with opening hours and prices, and a student
// books it at once.

const mark = String(Date.now()).slice(-7)
const names = {
  dept: `量子科学学院${mark}`,
  building: `量子楼${mark}`,
  lab: `低温物性实验室${mark}`,
  device: `稀释制冷机${mark}`,
  director: `钱学礼${mark}`,
  reviewer: `方慧${mark}`,
}
const ROOM = '101'
const FIRST_PASSWORD = 'Begin#2026x'
const OWN_PASSWORD = 'Mine#2026xyz'

/** Chooses the first or last option of a long list by keyboard. */
async function chooseEdge(
  within: Locator,
  label: string,
  edge: 'first' | 'last',
  option: string,
): Promise<void> {
  const box = within.getByRole('combobox', { name: label })
  await box.click()
  const shown = within.page().locator('.ant-select-dropdown:visible .ant-select-item-option-active')
  for (let i = 0; i < 60 && !(await shown.getByText(option, { exact: true }).isVisible()); i++)
    await box.press(edge === 'first' ? 'ArrowUp' : 'ArrowDown')
  await box.press('Enter')
}
const findDialog = (page: Page) => page.getByRole('dialog')

test('a college from nothing to its first booking', async ({ browser }) => {
  test.setTimeout(240_000)
  const people = company(browser)
  const admin = await people.page('sysadmin')

  await open(admin, '/maintain/department')
  await admin.getByRole('button', { name: '新增单位' }).click()
  await findDialog(admin).getByLabel('单位名称').fill(names.dept)
  await findDialog(admin).getByLabel('单位编码').fill(`Q${mark}`)
  await findDialog(admin).getByRole('button', { name: '新增单位' }).click()
  await expect(admin.getByText('单位已新增')).toBeVisible()

  await open(admin, '/maintain/build')
  await admin.getByRole('button', { name: '新增楼宇' }).click()
  await findDialog(admin).getByLabel('楼宇名称').fill(names.building)
  await findDialog(admin).getByLabel('楼宇编号').fill(`QB${mark}`)
  await findDialog(admin).getByLabel('校区').fill('主校区')
  await findDialog(admin).getByLabel('楼层数').fill('5')
  await findDialog(admin).getByRole('button', { name: '新增楼宇' }).click()
  await expect(admin.getByText('楼宇已新增')).toBeVisible()

  // The building's rooms.
  await open(admin, '/maintain/build?tab=rooms')
  await admin.getByRole('button', { name: '新增房间' }).click()
  await choose(findDialog(admin), '楼宇', names.building)
  await findDialog(admin).getByLabel('房间号').fill(ROOM)
  await findDialog(admin).getByLabel('楼层').fill('1')
  await findDialog(admin).getByRole('button', { name: '新增房间' }).click()
  await expect(admin.getByText('房间已新增')).toBeVisible()

  for (const who of ['director', 'reviewer'] as const) {
    await open(admin, '/maintain/campus-user')
    await admin.getByRole('button', { name: '新增用户' }).click()
    const dialog = findDialog(admin)
    await dialog.getByLabel('用户名').fill(`${who}${mark}`)
    await dialog.getByLabel('初始密码').fill(FIRST_PASSWORD)
    await dialog.getByLabel('姓名').fill(names[who])
    await choose(dialog, '用户类型', '教师')
    await choose(dialog, '单位', names.dept)
    await dialog.getByRole('button', { name: '新增用户' }).click()
    await expect(dialog).toBeHidden()
  }

  // The lab's people.
  await open(admin, '/maintain/laboratory')
  await admin.getByRole('button', { name: '新增实验室' }).click()
  await findDialog(admin).getByLabel('实验室名称').fill(names.lab)
  await findDialog(admin).getByLabel('实验室编号').fill(`LABQ${mark}`)
  await choose(findDialog(admin), '所属单位', names.dept)
  await choose(findDialog(admin), '主要房间', names.building)
  await findDialog(admin).getByRole('button', { name: '新增实验室' }).click()
  await admin.waitForURL('**/maintain/lab/manages?id=*')
  await admin.getByRole('button', { name: '添加人员' }).click()
  await choose(findDialog(admin), '人员', names.director)
  await choose(findDialog(admin), '职务', '主任')
  await findDialog(admin).getByRole('button', { name: '添加人员' }).click()
  await expect(admin.getByRole('row', { name: names.director })).toBeVisible()
  await admin.getByRole('button', { name: '添加审核员' }).click()
  await choose(findDialog(admin), '人员', names.reviewer)
  await findDialog(admin).getByRole('button', { name: '添加审核员' }).click()
  await expect(admin.getByRole('row', { name: names.reviewer })).toBeVisible()

  await open(admin, '/maintain/deviceAdd')
  await admin.getByLabel('资产编号').fill(`9${mark}`)
  await admin.getByLabel('仪器名称').fill(names.device)
  const next = admin.getByRole('button', { name: '下一步' })
  await next.click()
  // Each step is validated before the next one; going back keeps the input.
  await next.click()
  await expect(admin.getByText('请填写所属实验室', { exact: true })).toBeVisible()
  await admin.getByRole('button', { name: '上一步' }).click()
  await expect(admin.getByLabel('仪器名称')).toHaveValue(names.device)
  await next.click()
  await choose(admin, '所属实验室', names.lab)
  await choose(admin, '放置房间', names.building)
  for (const step of ['来源与价值', '功能与须知', '状态与共享']) {
    await next.click()
    await expect(admin.getByRole('button', { name: step })).toHaveAttribute('aria-current', 'step')
  }
  await admin.getByRole('switch', { name: /^共享/ }).click()
  await admin.getByRole('button', { name: '登记仪器' }).click()
  await admin.waitForURL('**/maintain/deviceAdd?id=*')
  const deviceId = idIn(admin)
  // The setup can continue right after the registration, or later by the people who run the laboratory.
  await admin.getByRole('button', { name: '审核员与共享' }).click()
  await expect(admin.getByRole('heading', { name: /^共享预约/ })).toContainText('未开放')

  // The lab's director opens the instrument, after changing the first password. Until then no other page is
  // open to the director.
  const { page: director } = await person(browser, null)
  await signIn(director, `director${mark}`)
  await open(director, `/open-sharing/open-set?deviceId=${deviceId}`)
  await expect(director.getByRole('switch', { name: '开放预约' })).toBeChecked()
  await director.getByRole('button', { name: '保存开放设置' }).click()
  await expect(director.getByText(/已保存/).first()).toBeVisible()
  await open(director, `/open-sharing/open-set?deviceId=${deviceId}&view=windows`)
  await director.getByRole('button', { name: '添加时段' }).click()
  for (const day of ['一', '二', '三', '四', '五', '六', '日'])
    await findDialog(director)
      .getByLabel(new RegExp(`周${day}`))
      .check()
  await chooseEdge(findDialog(director), '开始时间', 'first', '00:00')
  await chooseEdge(findDialog(director), '结束时间', 'last', '24:00')
  await findDialog(director).getByRole('button', { name: '添加时段' }).click()
  await expect(findDialog(director)).toBeHidden()
  await open(director, `/open-sharing/open-set?deviceId=${deviceId}&view=prices`)
  await director.getByRole('button', { name: '设定收费' }).click()
  await findDialog(director).getByLabel('校内单价').fill('120.00')
  for (const outside of ['校外院校', '校外企业'])
    await findDialog(director).getByRole('group', { name: outside }).getByRole('checkbox').uncheck()
  await findDialog(director).getByRole('button', { name: '设定收费' }).click()
  await expect(findDialog(director)).toBeHidden()

  const booker = await people.page('booker')
  await open(booker, `/osp/share-platform?deviceName=${encodeURIComponent(names.device)}`)
  await booker.getByRole('link', { name: names.device }).first().click()
  await expect(booker.getByText(`${names.building} ${ROOM}`).first()).toBeVisible()
  await arrive(booker, `/deviceopen/applyTime?deviceId=${deviceId}`)
  await (await chooseDay(booker, tomorrow())).getByLabel('开始时间').selectOption({ index: 3 })
  await booker.getByLabel('预约用途').fill('极低温输运测量')
  await expect(booker.getByRole('region', { name: '预约试算' }).getByText('可以预约')).toBeVisible()
  await booker.getByRole('button', { name: '提交预约' }).click()
  await expect(booker).toHaveURL(/orderDetail\?id=\d+/)
  // The booker's supervisor is the default payer and is asked to agree.
  await expect(findState(booker)).toContainText('待付款人确认')
  const booking = idIn(booker)
  await call('payer', bookingCalls.approve, { params: { id: booking }, body: { state: 'awaiting_payer' } })
  await expect(findState(booker)).toContainText('待设备审核')

  const { page: reviewer } = await person(browser, null)
  await signIn(reviewer, `reviewer${mark}`)
  await open(reviewer, `/appointment/orderDetail?id=${booking}`)
  await reviewer.getByRole('button', { name: '通过', exact: true }).click()
  await expect(findState(reviewer)).toContainText('待主任审核')
  await open(director, `/appointment/orderDetail?id=${booking}`)
  await director.getByRole('button', { name: '通过', exact: true }).click()
  await expect(findState(director)).toContainText('待使用')
  await people.close()
})

/** The first sign-in: the password given by the administrator must be changed before anything else. */
async function signIn(page: Page, username: string): Promise<void> {
  await page.goto('/login')
  await signInByForm(page, { username, password: FIRST_PASSWORD })
  await expect(page.getByRole('heading', { name: '请先修改密码' })).toBeVisible()
  await page.getByLabel('管理员给您的密码').fill(FIRST_PASSWORD)
  await page.getByLabel('新密码', { exact: true }).fill(OWN_PASSWORD)
  await page.getByLabel('确认新密码').fill(OWN_PASSWORD)
  await page.getByRole('button', { name: '修改密码' }).click()
  await expect(page.getByText('密码已修改')).toBeVisible()
}
