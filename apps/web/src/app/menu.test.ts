import { render } from '@testing-library/react'
import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { Icon } from '../ui/icon.tsx'
import {
  accountMenu,
  backMenu,
  findLabId,
  labMenu,
  menuKind,
  findTrail,
  visible,
  visibleGroups,
} from './menu.ts'

const titles = (permissions: string[], options = {}) =>
  visibleGroups(backMenu, { permissions, roles: [] }, options).map((g) => g.title)

describe('back-office menu', () => {
  it('leaves out the hidden group, and shows an administrator all the rest', () => {
    expect(titles(['ADMIN'])).toEqual([
      '内容管理',
      '数据维护',
      '统计报表',
      '数据上报',
      '系统配置',
      '智能监控',
      '系统监控',
      '表单管理',
      '流程管理',
    ])
    expect(titles(['ADMIN'], { hidden: true })[0]).toBe('共享预约')
    const monitor = (options: object) =>
      visibleGroups(backMenu, { permissions: ['ADMIN'], roles: [] }, options)
        .find((g) => g.key === 'monitor')
        ?.items.map((m) => m.title)
    expect(monitor({})).toEqual(['操作日志', '异常日志', '平台监控', '系统缓存'])
    expect(monitor({ hidden: true })).toEqual([
      '操作日志',
      '异常日志',
      '平台监控',
      '系统缓存',
      '定时任务',
      '图标',
    ])
  })
  it('keeps a role to the entries that the server names', () => {
    const kept = (permissions: string[], ...menus: string[]) =>
      visibleGroups(backMenu, { permissions, roles: [], menus }).map((g) => g.title)
    expect(kept(['ADMIN'], '/settings/email', '/monitor/operate-log')).toEqual(['系统配置', '系统监控'])
    expect(kept(['DEFAULT'], '/monitor/operate-log')).toEqual([])
    // The personal statistics are a back-office entry, too.
    expect(visible(accountMenu, { permissions: [], roles: [], menus: ['/bpm/bpm-list'] }).at(-1)?.path).toBe(
      '/account/finance',
    )
  })
  it('keeps only what the person may open, and no group without entries', () => {
    expect(titles(['DEFAULT'])).not.toContain('内容管理')
    expect(titles(['DEFAULT'])).not.toContain('系统监控')
    // Everyone may read three of its entries; the server keeps the fourth to administrators.
    expect(
      visibleGroups(backMenu, { permissions: ['DEFAULT'], roles: [] })
        .find((g) => g.key === 'settings')
        ?.items.map((m) => m.title),
    ).toEqual(['轮播图管理', '系统邮箱', '审核配置'])
    // The section opens for its own code or for that of an entry; 平台监控 opens for the section's code.
    expect(
      [
        ['OPERATE_LOG_ALL'] as const,
        ['MONITOR_PAGE'] as const,
        ['OPERATE_LOG_ALL', 'MONITOR_PAGE'] as const,
      ].map(
        (permissions) =>
          visibleGroups(backMenu, { permissions, roles: [] })
            .find((g) => g.key === 'monitor')
            ?.items.map((m) => m.title) ?? [],
      ),
    ).toEqual([['操作日志'], ['平台监控'], ['操作日志', '平台监控']])
    expect(
      visibleGroups(backMenu, { permissions: ['CONTENT_MANAGE_PAGE'], roles: [] })
        .find((g) => g.key === 'content')
        ?.items.map((i) => i.path),
    ).toEqual(['/content/policy-item'])
    const content = (permission: string) =>
      visibleGroups(backMenu, { permissions: [permission], roles: [] })
        .find((g) => g.key === 'content')
        ?.items.map((i) => i.path)
    expect(content('NOTICE_MSG_VIEW')).toEqual(['/content/notice'])
    expect(content('GUIDE_EDIT')).toEqual(['/content/guide'])
    // Who keeps all of the content finds the guides in one entry.
    expect(content('ADMIN')).toContain('/content/policy-item')
    expect(content('ADMIN')).not.toContain('/content/guide')
  })
})

it('the ministry’s report stands in the menu of heads and of the equipment office', () => {
  const report = (permissions: string[], ...roles: string[]) =>
    visibleGroups(backMenu, { permissions, roles })
      .find((g) => g.key === 'report')
      ?.items.map((m) => m.title)
  const all = ['教育部报表', '单台大型仪器']
  expect([report(['DEFAULT'], 'DEPT_HEAD'), report(['DEVICE_ALL'])]).toEqual([all, all])
  expect(report(['DEPART_OVERVIEW_EDIT'], 'TEACHER')).toEqual(['单台大型仪器'])
})

it('every section of the back office has a picture', () => {
  const { container } = render(backMenu.map((g) => createElement(Icon, { key: g.key, name: g.icon })))
  expect([...container.querySelectorAll('path')].map((p) => p.getAttribute('d'))).not.toContain(null)
})

describe('lab menu', () => {
  const see = (labRoles: Record<string, boolean> | undefined, permissions: string[]) =>
    visible(labMenu, { permissions, roles: [], ...(labRoles && { labRoles }) }).some(
      (m) => m.path === '/lab/manage',
    )
  it('shows management to a role on this lab that also holds a permission for it', () => {
    expect(see({ lab_admin: true }, ['LABORATORY_BASE_EDIT'])).toBe(true)
    expect(see({ lab_admin: true }, ['DEFAULT'])).toBe(false)
    expect(see({ lab_admin: false }, ['LABORATORY_BASE_EDIT'])).toBe(false)
    expect(see(undefined, ['ADMIN'])).toBe(false)
    expect(see({ system_admin: true }, ['ADMIN'])).toBe(true)
    expect(see({ system_admin: true }, ['LABORATORY_ALL'])).toBe(true)
  })
})

it('chooses the header menu by path and lab id (§2)', () => {
  expect(menuKind('/account/finance', '')).toBe('account')
  expect(menuKind('/lab/homepage', '?serialId=LAB001')).toBe('lab')
  expect(menuKind('/lab/deviceDetail', '?labId=LAB001')).toBe('lab')
  expect(menuKind('/lab/homepage', '?serialId=12')).toBe('front')
  expect(menuKind('/osp/laboratory', '?labId=LAB001')).toBe('front')
  expect(findLabId('/lab', '?serialId=LAB009')).toBe('LAB009')
})

it('knows where a page stands', () => {
  const group = { title: '统计报表' }
  expect(findTrail('/statistic/lab-statistic')).toMatchObject({ group, title: '实验室统计' })
  expect(findTrail('/statistics')).toMatchObject({ group, title: '统计报表' })
})
it('leads everybody signed in to his own figures', () => {
  expect(accountMenu.at(-1)).toMatchObject({ path: '/statistics', title: '使用统计' })
  expect(titles(['DEFAULT'])).toContain('统计报表')
})
