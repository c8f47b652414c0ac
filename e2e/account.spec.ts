import { expect, test, type APIRequestContext, type Page } from '@playwright/test'
import { accessibilityFaults } from './support/axe.ts'
import { signInByForm } from './support/sign-in.ts'

// A new person registers, signs in, is remembered, changes personal data and resets a forgotten password. The
// other tests are about people of the campus, who use its single sign-on.
const DEMO_PASSWORD = 'Demo#2026'

/**
 * The newest code that was mailed to this address. The demo has no mail server, so an administrator reads the
 * code in the outbox. Other mail, such as the news of a changed password, may come there after the code.
 */
async function mailedCode(request: APIRequestContext, to: string): Promise<string> {
  const login = await request.post('/backend/auth/v1/login', {
    data: { username: 'sysadmin', password: DEMO_PASSWORD },
  })
  const { token } = ((await login.json()) as { data: { token: string } }).data
  const outbox = await request.get('/api/v2/mail/outbox', {
    params: { keyword: to },
    headers: { authorization: token },
  })
  const { items } = ((await outbox.json()) as { data: { items: { to: string; body: string }[] } }).data
  const [code] = items.flatMap((mail) =>
    mail.to === to ? (/验证码为 (\d{6})/.exec(mail.body)?.[1] ?? []) : [],
  )
  return code ?? 'no mail'
}

/** Requests a code on the page and returns it. */
async function askCode(page: Page, to: string): Promise<string> {
  await page.getByRole('button', { name: '获取验证码' }).click()
  // The second while another test has set a mail server.
  await expect(page.getByText(/演示环境：验证码可由管理员在发件箱查看|验证码已发送/)).toBeVisible()
  await expect(page.getByRole('button', { name: /秒后可重发/ })).toBeDisabled()
  return mailedCode(page.request, to)
}

async function expectAccessible(page: Page): Promise<void> {
  expect(await accessibilityFaults(page, '#main')).toEqual([])
}

test('somebody from outside', async ({ page, context }) => {
  const username = `guest${Date.now().toString(36)}`
  const [mail, newMail] = [`${username}@company.example`, `new.${username}@company.example`]

  await test.step('registers; a wrong code lands under its field', async () => {
    await page.goto('/register')
    await page.getByRole('button', { name: '注册', exact: true }).click()
    await expect(page.getByText('请填写用户名')).toBeVisible()
    await page.getByLabel('用户名').fill(username)
    await page.getByLabel('密码', { exact: true }).fill('Guest#2026')
    await page.getByLabel('确认密码').fill('Guest#2027')
    await expect(page.getByText('两次输入的密码不一致')).toBeVisible()
    await page.getByLabel('确认密码').fill('Guest#2026')
    await page.getByLabel('姓名').fill('高新')
    await page.getByLabel('单位名称').fill('江州新材料科技有限公司')
    await page.getByLabel('联系电话').fill('13800001234')
    await page.getByLabel('邮箱', { exact: true }).fill(mail)
    const code = await askCode(page, mail)
    await page.getByLabel('邮箱验证码').fill(code === '000000' ? '000001' : '000000')
    await page.getByRole('button', { name: '注册', exact: true }).click()
    await expect(page.getByText('验证码错误或已失效').first()).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('邮箱验证码').fill(code)
    await page.getByRole('button', { name: '注册', exact: true }).click()
    await page.waitForURL('**/login')
  })

  await test.step('signs in and is remembered without a password being kept', async () => {
    await signInByForm(page, { remember: true, username, password: 'Guest#2026' })
    const cookies = await context.cookies()
    expect(cookies.map((c) => c.value).join()).not.toContain('Guest')
    // The browser sends this cookie only to the sign-in call, so ask for the cookies of that address.
    const [remember] = await context
      .cookies(new URL('/backend/auth/v1/login', page.url()).href)
      .then((all) => all.filter((c) => c.name === 'remember'))
    expect(remember).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/backend/auth/v1/login' })
    await context.clearCookies({ name: 'token' })
    await page.goto('/login')
    await expect(page.locator('#login-username')).toHaveValue(username)
    await signInByForm(page)
  })

  await test.step('finds his own page', async () => {
    await page.goto('/account/homepage')
    await expect(page.getByRole('heading', { level: 1, name: /，高新$/ })).toBeVisible()
    await expect(page.getByText('近期没有预约')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('changes his mail address, which has to be proved', async () => {
    await page.getByRole('tab', { name: '个人资料' }).click()
    await expect(page.getByText('江州新材料科技有限公司')).toBeVisible()
    await page.getByLabel('邮箱', { exact: true }).fill(newMail)
    await page.getByLabel('新邮箱验证码').fill(await askCode(page, newMail))
    await page.getByLabel('登录密码').fill('Guest#2020')
    await expectAccessible(page)
    await page.getByRole('button', { name: '保存' }).click()
    await expect(page.getByText('登录密码错误').first()).toBeVisible()
    await page.getByLabel('登录密码').fill('Guest#2026')
    await page.getByRole('button', { name: '保存' }).click()
    await expect(page.getByText('资料已保存')).toBeVisible()
    await expect(page.getByText(newMail)).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('changes his password; what another browser remembers is gone', async () => {
    await page.getByRole('tab', { name: '登录与安全' }).click()
    await expect(page.getByText('当前登录')).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('原密码').fill('Guest#2020')
    await page.getByLabel('新密码', { exact: true }).fill('Fresh#2027')
    await page.getByLabel('确认新密码').fill('Fresh#2027')
    await page.getByRole('button', { name: '修改密码' }).click()
    await expect(page.getByText('原密码错误').first()).toBeVisible()
    await page.getByLabel('原密码').fill('Guest#2026')
    await page.getByRole('button', { name: '修改密码' }).click()
    await expect(page.getByText('密码已修改')).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: '注销' })).toHaveCount(0)
  })

  await test.step('reads in his log what he did', async () => {
    await page.getByRole('tab', { name: '操作日志' }).click()
    await expect(page.getByRole('cell', { name: '修改密码' })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('forgets the password and sets another by mail', async () => {
    await context.clearCookies()
    await page.goto('/pwdback')
    await page.getByLabel('账号邮箱').fill(newMail)
    await page.getByLabel('邮箱验证码').fill(await askCode(page, newMail))
    await page.getByLabel('新密码', { exact: true }).fill('Again#2028')
    await page.getByLabel('确认新密码').fill('Again#2028')
    await expectAccessible(page)
    await page.getByRole('button', { name: '重置密码' }).click()
    await page.waitForURL('**/login')
    await signInByForm(page, { remember: true, username, password: 'Again#2028' })
  })
})

test.describe('the campus single sign-on of the demo', () => {
  async function enter(page: Page, username: string): Promise<void> {
    await page.goto('/login?redirect=%2Faccount%2Fhomepage')
    await page.getByRole('tab', { name: '校内用户登录' }).click()
    await page.getByRole('button', { name: '跳转至统一身份认证' }).click()
    await page.waitForURL('**/demo-cas/login**')
    await page.getByLabel('学工号').fill(username)
    await page.getByLabel('密码', { exact: true }).fill(DEMO_PASSWORD)
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await page.waitForURL('**/account/homepage')
  }

  test('brings somebody known to where he was going', async ({ page }) => {
    await enter(page, 'payer')
    await expect(page.getByRole('heading', { level: 1, name: /，陈志远$/ })).toBeVisible()
  })

  test('makes an account for somebody new, who is asked how to reach him', async ({ page }) => {
    await enter(page, '2026010101')
    await expect(page.getByRole('heading', { level: 1, name: /，苏晴$/ })).toBeVisible()
    await page.getByRole('link', { name: '去完善' }).click()
    await expect(page.getByRole('heading', { name: '完善个人信息' })).toBeVisible()
    await page.getByLabel('联系电话').fill('13800005678')
    await expectAccessible(page)
    await page.getByRole('button', { name: '保存' }).click()
    await page.waitForURL('**/account/homepage')
  })

  test('its own page is accessible, and a wrong password stays there', async ({ page }) => {
    await page.goto('/demo-cas/login?service=%2Flogin')
    await page.getByLabel('学工号').fill('nobody.at.all')
    await page.getByLabel('密码', { exact: true }).fill('wrong')
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await expect(page.getByRole('alert')).toHaveText('用户名或密码错误')
    expect(await accessibilityFaults(page)).toEqual([])
  })
})
