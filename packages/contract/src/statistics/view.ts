import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import { at, idParams, line } from '../kernel/fields.ts'
import { scopes } from './statistics.ts'

// 我的视图: the filters of a statistics page, saved under a name. Only the filters are saved, never figures: the
// person who opens a view sees what their own rights allow, and a mail holds what its reader may see when it
// is sent.

export const viewScreens = ['overview', 'device', 'lab', 'pivot'] as const
export type ViewScreen = (typeof viewScreens)[number]
export const viewScreenWords: Record<ViewScreen, string> = {
  overview: '统计报表',
  device: '仪器统计',
  lab: '实验室统计',
  pivot: '交叉分析',
}

/** `month`: on the first, for the previous month; `week`: on Monday, for the previous week. */
export const mailRhythms = ['month', 'week'] as const
export type MailRhythm = (typeof mailRhythms)[number]
export const mailRhythmWords: Record<MailRhythm, string> = {
  month: '每月 1 日发送上月的数据',
  week: '每周一发送上周的数据',
}

/** Scopes that several people have by their role, so that views in them can be shared. */
export const sharedScopes = ['all', 'dept', 'lab'] as const

export const MOST_VIEWS = 50
const MOST_PARAMS = 20
/** The query of the page's address, without page number and page size. */
const viewParams = z
  .record(
    z.string().regex(/^\w{1,30}$/, '视图内容不正确'),
    // Only characters that PostgreSQL stores as text.
    z.string().regex(/^[^\p{Cc}\p{Cs}]{0,500}$/u, '视图内容过长，或含有不能使用的字符'),
  )
  .refine((p) => Object.keys(p).length <= MOST_PARAMS, '视图内容过多')

const name = line('视图名称', 40)
const subscription = z.object({ every: z.enum(mailRhythms), since: at })
const view = z.object({
  id: z.number(),
  name: z.string(),
  screen: z.enum(viewScreens),
  params: z.record(z.string(), z.string()),
  scope: z.enum(scopes),
  shared: z.boolean(),
  mine: z.boolean(),
  /** The person who shares the view, if it is another person's. */
  owner: z.string().nullable(),
  subscription: subscription.nullable(),
  can: z.array(z.enum(['change', 'share', 'remove', 'subscribe', 'unsubscribe'])),
})
export type StatisticView = z.output<typeof view>

export const viewRefusals = {
  VIEW_NAMED: '您已有同名的视图，请换一个名称',
  NO_MAILBOX: '您还没有填写邮箱，请先在个人资料中填写，再订阅',
  STOP_UNKNOWN: '该订阅已退订，或链接不完整',
} as const

const onView = { onRow: '视图的主人，以及与其统计范围相同的人' }

export const viewCalls = {
  /** The caller's own views, then those that others of the same scope share. */
  views: call({
    method: 'GET',
    path: '/api/v2/statistics/views',
    summary: '我的视图',
    access: 'signed-in',
    reply: z.array(view),
  }),
  createView: call({
    method: 'POST',
    path: '/api/v2/statistics/views',
    summary: '保存统计视图',
    access: 'signed-in',
    body: z.object({
      name,
      screen: z.enum(viewScreens, { error: '请选择页面' }),
      params: viewParams,
      shared: z.boolean(),
    }),
    reply: z.object({ id: z.number() }),
  }),
  changeView: call({
    method: 'PUT',
    path: '/api/v2/statistics/views/{id}',
    summary: '修改统计视图',
    access: onView,
    params: idParams,
    body: z.object({ name, shared: z.boolean() }),
    reply: done,
  }),
  removeView: call({
    method: 'DELETE',
    path: '/api/v2/statistics/views/{id}',
    summary: '删除统计视图',
    access: onView,
    params: idParams,
    reply: done,
  }),
  /** The last period is mailed at once, so that the subscriber sees what will come. */
  subscribe: call({
    method: 'POST',
    path: '/api/v2/statistics/views/{id}/subscription',
    summary: '订阅统计视图',
    access: onView,
    params: idParams,
    body: z.object({ every: z.enum(mailRhythms, { error: '请选择发送周期' }) }),
    reply: z.object({ to: z.string() }),
    perMinute: 10,
  }),
  unsubscribe: call({
    method: 'DELETE',
    path: '/api/v2/statistics/views/{id}/subscription',
    summary: '退订统计视图',
    access: 'signed-in',
    params: idParams,
    reply: done,
  }),
  /** Used from the link in the mail, by anybody who has the link: it can only end the subscription. */
  stopMail: call({
    method: 'POST',
    path: '/api/v2/statistics/stop-mail',
    summary: '通过邮件中的链接退订',
    access: 'public',
    body: z.object({
      key: z.string({ error: '链接不完整' }).regex(/^[\w-]{43}$/, '链接不完整'),
    }),
    reply: z.object({ name: z.string() }),
    perMinute: 20,
  }),
}
