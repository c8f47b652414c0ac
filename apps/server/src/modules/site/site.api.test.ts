import { siteCalls, type SiteBody } from '@portal/contract/site/site'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import { namePortal, readSite } from './site.service.ts'

let world: World
let keeper: Person
let stranger: Person
beforeAll(async () => {
  world = await createWorld()
  keeper = await world.person('管理', { permissions: ['SHARE_CONTACT_ALL'] })
  stranger = await world.person('路人', { permissions: ['SHARE_CONTACT_EDIT'] })
})
afterAll(() => world.close())

const change = (who: Person | null, more: object = {}) =>
  world.send(who, siteCalls.change, { body: { name: '设备网', school: '山海大学', ...more } as SiteBody })

test('everybody reads it, who looks after the campus’s contacts changes it, and all see it at once', async () => {
  expect(await world.ok(null, siteCalls.get)).toMatchObject({
    name: '大型仪器共享平台',
    school: '示范大学',
    links: [{ text: '国家网络管理平台' }, {}],
  })
  expect(await Promise.all([change(null), change(stranger)].map(async (r) => (await r).status))).toEqual([
    401, 403,
  ])
  expect(
    (
      await change(keeper, {
        phone: '010-1',
        temperature: '',
        links: [{ text: '教育部', href: 'http://www.moe.gov.cn' }],
      })
    ).status,
  ).toBe(200)
  expect(await world.ok(null, siteCalls.get)).toMatchObject({
    name: '设备网',
    school: '山海大学',
    temperature: null,
    phone: '010-1',
    links: [{ text: '教育部', href: 'http://www.moe.gov.cn' }],
  })
  expect(namePortal(await world.asSystem((ctx) => readSite(ctx)))).toBe('山海大学设备网')
  await world.sql(`update site_setting set name = '山海大学设备网'`)
  await expect.poll(async () => (await world.ok(null, siteCalls.get)).name).toBe('山海大学设备网')
  expect(namePortal(await world.asSystem((ctx) => readSite(ctx)))).toBe('山海大学设备网')
})

test.each([
  [{ name: ' ' }, '平台名称不能为空'],
  [{ school: '校'.repeat(31) }, '学校名称不能超过 30 个字'],
  [{ mailbox: 'nobody' }, '邮箱格式不正确'],
  [{ links: [{ text: '坏', href: 'javascript:alert(1)' }] }, '链接地址应以 http:// 或 https:// 开头'],
  [{ links: [{ text: '坏', href: 'www.moe.gov.cn' }] }, '链接地址应以 http:// 或 https:// 开头'],
  [{ links: Array.from({ length: 13 }, () => ({ text: '校', href: 'https://a.cn' })) }, '友情链接最多 12 条'],
])('what does not fit is said: %o', async (more, message) => {
  expect(await change(keeper, more)).toMatchObject({ status: 400, message })
})
