import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import { line, optionalEmail, optionalLine } from '../kernel/fields.ts'

const short = z.string().nullable()
/** Texts of an installation. Empty ones are not shown. */
export const site = z.object({
  name: z.string(),
  school: z.string(),
  /** Shown in the strip above the front pages. */
  place: short,
  temperature: short,
  air: short,
  /** Shown in the footer. */
  department: short,
  address: short,
  postcode: short,
  phone: short,
  mailbox: short,
  advice: short,
  links: z.array(z.object({ text: z.string(), href: z.string() })),
  /** Calls and screens for `visitors` are open to everybody, without names of people (decision 103). */
  visitorsMayBrowse: z.boolean(),
})
export type Site = z.output<typeof site>

export const MAX_LINKS = 12
const siteBody = z.object({
  name: line('平台名称', 30),
  school: line('学校名称', 30),
  place: optionalLine('地点', 40),
  temperature: optionalLine('气温', 20),
  air: optionalLine('空气质量', 20),
  department: optionalLine('主管部门', 60),
  address: optionalLine('地址', 100),
  postcode: optionalLine('邮编', 20),
  phone: optionalLine('电话', 60),
  mailbox: optionalEmail,
  advice: optionalLine('浏览建议', 100),
  links: z
    .array(
      z.object({
        text: line('链接名称', 30),
        href: line('链接地址', 300).pipe(
          z.url({ protocol: /^https?$/, error: '链接地址应以 http:// 或 https:// 开头' }),
        ),
      }),
    )
    .max(MAX_LINKS, `友情链接最多 ${MAX_LINKS} 条`)
    .default([]),
  visitorsMayBrowse: z.boolean({ error: '请选择访客可否浏览' }).default(false),
})
export type SiteBody = z.output<typeof siteBody>

export const siteCalls = {
  get: call({
    method: 'GET',
    path: '/api/v2/site',
    summary: '门户信息',
    access: 'public',
    sharedSeconds: 60,
    reply: site,
  }),
  change: call({
    keeps: true,
    method: 'PUT',
    path: '/api/v2/site',
    summary: '修改门户信息',
    access: { anyOf: ['SHARE_CONTACT_ALL'] },
    body: siteBody,
    reply: done,
  }),
}
