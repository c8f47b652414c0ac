import type { Page } from '@playwright/test'

const NUMERALS = '零一二三四五六七八九'

/**
 * Signs in with the form of `/login`, and answers the captcha in words (六加五等于多少？). Without `who` it uses
 * the remembered username and password.
 */
export async function signInByForm(
  page: Page,
  who?: { username: string; password: string; remember?: boolean },
  then = '**/osp/home',
): Promise<void> {
  if (who) {
    await page.locator('#login-username').fill(who.username)
    await page.locator('#login-password').fill(who.password)
    if (who.remember) await page.getByLabel('记住我').check()
  }
  await page.locator('button.login-link', { hasText: '改用文字验证' }).click()
  const [, a = '', b = ''] = /(.)加(.)/.exec(await page.locator('#captcha-question').innerText()) ?? []
  await page.locator('#login-code').fill(String(NUMERALS.indexOf(a) + NUMERALS.indexOf(b)))
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL(then)
}
