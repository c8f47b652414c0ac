import { words } from '../words.ts'
import type { Component } from './component.ts'
import { makeCount, disabled } from './component.ts'

// The second and the third palette, and components of no palette: parts of other components, and those that
// occur only in exported forms.

export const aideComponents: readonly Component[] = [
  {
    kind: 'alert',
    title: '提示',
    palette: 'aide',
    value: null,
    settings: [
      { name: 'title', title: '标题', kind: 'text' },
      {
        name: 'type',
        title: '类型',
        kind: 'choice',
        default: 'info',
        choices: [
          { value: 'success', label: '成功' },
          { value: 'warning', label: '警告' },
          { value: 'info', label: '消息' },
          { value: 'error', label: '错误' },
        ],
      },
      { name: 'description', title: '说明', kind: 'text' },
      { name: 'closable', title: '可关闭', kind: 'switch', default: true },
      { name: 'showIcon', title: '显示图标', kind: 'switch', default: false },
    ],
    begins: { props: { title: '提示文字' } },
  },
  {
    kind: 'button',
    title: '按钮',
    palette: 'aide',
    value: null,
    settings: [
      { name: 'text', title: '文字', at: 'children[0]', kind: 'text' },
      {
        name: 'type',
        title: '类型',
        kind: 'choice',
        default: 'default',
        choices: [
          { value: 'default', label: '默认' },
          { value: 'primary', label: '主要' },
          { value: 'danger', label: '危险' },
          { value: 'text', label: '文字' },
        ],
      },
      { name: 'plain', title: '朴素', kind: 'switch', default: false },
      { name: 'round', title: '圆角', kind: 'switch', default: false },
      disabled,
    ],
    begins: { children: ['按钮'] },
  },
  {
    kind: 'span',
    title: '文字',
    palette: 'aide',
    value: null,
    settings: [{ name: 'text', title: '内容', at: 'children[0]', kind: 'text' }],
    begins: { children: ['这是一段文字'] },
  },
  {
    kind: 'divider',
    title: '分割线',
    palette: 'aide',
    value: null,
    settings: [
      { name: 'text', title: '文字', at: 'children[0]', kind: 'text' },
      {
        name: 'contentPosition',
        title: '文字位置',
        kind: 'choice',
        default: 'center',
        choices: [
          { value: 'left', label: '左' },
          { value: 'center', label: '中' },
          { value: 'right', label: '右' },
        ],
      },
    ],
  },
]

export const layoutComponents: readonly Component[] = [
  {
    kind: 'row',
    title: '栅格布局',
    palette: 'layout',
    value: null,
    holds: 'col',
    settings: [makeCount('gutter', '间隔', 0)],
    begins: {
      children: [
        { type: 'col', props: { span: 12 }, children: [] },
        { type: 'col', props: { span: 12 }, children: [] },
      ],
    },
  },
  {
    kind: 'tabs',
    title: '标签页',
    palette: 'layout',
    value: null,
    holds: 'tabPane',
    settings: [
      {
        name: 'type',
        title: '样式',
        kind: 'choice',
        default: 'line',
        choices: [
          { value: 'line', label: '线条' },
          { value: 'card', label: '卡片' },
        ],
      },
      {
        name: 'tabPosition',
        title: '位置',
        kind: 'choice',
        default: 'top',
        choices: [
          { value: 'top', label: '上' },
          { value: 'right', label: '右' },
          { value: 'bottom', label: '下' },
          { value: 'left', label: '左' },
        ],
      },
    ],
    begins: { children: [{ type: 'tabPane', props: { label: words.newTab }, children: [] }] },
  },
  {
    kind: 'space',
    title: '间距',
    palette: 'layout',
    aliases: ['div'],
    value: null,
    settings: [makeCount('height', '高度', 20)],
    begins: { props: { height: 20 } },
  },
  {
    kind: 'group',
    title: '数组',
    palette: 'layout',
    aliases: ['array'],
    value: 'rows',
    checks: 'array',
    asks: 'enter',
    holds: 'any',
    settings: [
      makeCount('min', '最少项数', 0),
      makeCount('max', '最多项数（0 为不限）', 0),
      makeCount('expand', '初始展开项数'),
      { name: 'button', title: '显示按钮', kind: 'switch', default: true },
      disabled,
    ],
    begins: { props: { rules: [] } },
  },
]

export const otherComponents: readonly Component[] = [
  {
    kind: 'col',
    title: '栅格列',
    palette: null,
    value: null,
    holds: 'any',
    settings: [
      { name: 'span', title: '宽度', kind: 'integer', min: 0, max: 24, default: 12 },
      { name: 'offset', title: '左侧间隔', kind: 'integer', min: 0, max: 24, default: 0 },
      { name: 'push', title: '右移', kind: 'integer', min: 0, max: 24, default: 0 },
      { name: 'pull', title: '左移', kind: 'integer', min: 0, max: 24, default: 0 },
    ],
  },
  {
    kind: 'tabPane',
    title: '标签',
    palette: null,
    value: null,
    holds: 'any',
    settings: [{ name: 'label', title: '标题', kind: 'text', default: words.newTab }, disabled],
  },
  {
    kind: 'dynamicTable',
    title: '动态表格',
    palette: null,
    aliases: ['tableForm'],
    value: 'rows',
    checks: 'array',
    asks: 'enter',
    settings: [
      { name: 'columns', title: '列', kind: 'columns' },
      { name: 'border', title: '边框', kind: 'switch', default: false },
      { name: 'stripe', title: '斑马纹', kind: 'switch', default: false },
      { name: 'pagination', title: '分页', kind: 'switch', default: false },
      {
        name: 'pageAlign',
        title: '分页位置',
        kind: 'choice',
        default: 'center',
        choices: [
          { value: 'left', label: '左' },
          { value: 'center', label: '中' },
          { value: 'right', label: '右' },
        ],
      },
      { name: 'emptyText', title: '没有数据时的文字', kind: 'text', default: words.noData },
      disabled,
    ],
  },
  {
    kind: 'subForm',
    title: '子表单',
    palette: null,
    value: 'object',
    checks: 'object',
    settings: [disabled],
  },
  { kind: 'hidden', title: '隐藏字段', palette: null, value: 'any', settings: [] },
  { kind: 'fragment', title: '组合', palette: null, value: null, holds: 'any', settings: [] },
]
