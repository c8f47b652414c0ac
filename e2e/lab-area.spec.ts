import { expect, test } from '@playwright/test'
import { labNewsCalls } from '@portal/contract/notice/lab-news'
import { arrive } from './support/arrive.ts'
import { call, castLab, company, person } from './support/people.ts'

// A laboratory's own pages: who edits them, who reads them, and who is refused.

const lab = castLab.serialId

test('nobody signed in: each page asks for it, and leads back', async ({ page }) => {
  for (const path of [
    `/lab/homepage?serialId=${lab}`,
    `/lab/manage?serialId=${lab}`,
    `/lab/editDynamic?serialId=${lab}`,
    '/osp/laboratory',
  ]) {
    await page.goto(path)
    await page.waitForURL((url) => url.pathname === '/login')
    expect(new URL(page.url()).searchParams.get('redirect')).toBe(path)
  }
})

test('another lab’s director reads, and is kept from managing', async ({ browser }) => {
  const people = company(browser)
  const page = await people.page('outsider')
  await arrive(page, `/lab/homepage?serialId=${lab}`)
  const menu = page.getByRole('navigation', { name: '实验室菜单' })
  await expect(menu.getByRole('link', { name: '简介' })).toBeVisible()
  await expect(menu.getByRole('link', { name: '管理' })).toHaveCount(0)
  await page.goto(`/lab/manage?serialId=${lab}`)
  await page.waitForURL('**/401')
  await page.goto(`/lab/editDynamic?serialId=${lab}`)
  await expect(page.getByText('您不能编辑该实验室的动态')).toBeVisible()
  // The same director may manage LAB002.
  await arrive(page, '/lab/manage?serialId=LAB002')
  await expect(
    page.getByRole('navigation', { name: '管理内容' }).getByRole('link', { name: '管理员' }),
  ).toBeVisible()
  // Without a serialId the page shows the lab that was viewed last.
  await page.goto('/lab/contact')
  await page.waitForURL('**/lab/contact?serialId=LAB002')
  await people.close()
})

test('news is published, read, taken back and gone', async ({ browser }) => {
  const title = `停机通知 ${Date.now()}`
  const people = company(browser)
  const writer = await people.page('labadmin')
  const { page: reader } = await person(browser, 'booker')
  await arrive(writer, `/lab/editDynamic?serialId=${lab}`)
  await writer.getByLabel('标题', { exact: true }).fill(title)
  await writer.getByRole('textbox', { name: '正文' }).fill('本周六停机检修。')
  await writer.getByRole('button', { name: '保存动态' }).click()
  await writer.waitForURL('**/lab/notice-detail?**')
  await expect(writer.getByRole('heading', { name: title })).toBeVisible()

  await arrive(reader, `/lab/trends?serialId=${lab}`)
  await reader.getByRole('link', { name: title }).click()
  await expect(reader.getByText('本周六停机检修。')).toBeVisible()

  await arrive(writer, `/lab/manage?serialId=${lab}&tab=news`)
  await writer.getByRole('row', { name: title }).getByRole('button', { name: '撤回' }).click()
  await writer.getByRole('button', { name: '撤回动态' }).click()
  await expect(writer.getByRole('row', { name: title }).getByText('已撤回')).toBeVisible()

  await arrive(reader, `/lab/trends?serialId=${lab}`)
  await expect(reader.getByRole('link', { name: title })).toHaveCount(0)
  const own = (await call('labadmin', labNewsCalls.list, { query: { labId: lab, keyword: title } })).items[0]
  await reader.goto(`/lab/notice-detail?serialId=${lab}&id=${own?.id}`)
  await expect(reader.getByText('公告不存在或已被撤回')).toBeVisible()
  await reader.context().close()
  await people.close()
})
