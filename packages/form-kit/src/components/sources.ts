import { words } from '../words.ts'
import type { Json } from '../form/form.ts'
import type { Component } from './component.ts'
import {
  clearable,
  clearableAtFirst,
  makeCount,
  disabled,
  fetching,
  optionsAt,
  placeholder,
} from './component.ts'

// The rest of the first palette: components whose value comes from elsewhere, from a tree, a file or a list
// of people.

/** The items of a new transfer component: 15, every fourth disabled. */
const transferItems = (): Json[] =>
  Array.from({ length: 15 }, (_, i) => ({
    key: i + 1,
    label: words.option(i + 1),
    disabled: (i + 1) % 4 === 0,
  }))

export const sourceComponents: readonly Component[] = [
  {
    kind: 'cascader',
    title: '级联选择器',
    palette: 'main',
    value: 'path',
    checks: 'array',
    asks: 'choose',
    options: 'props.options',
    many: ['multiple', 'props.multiple'],
    settings: [
      placeholder,
      clearable,
      { name: 'multiple', title: '多选', kind: 'switch', default: false },
      { name: 'filterable', title: '可搜索', kind: 'switch', default: false },
      { name: 'showAllLevels', title: '显示完整路径', kind: 'switch', default: true },
      { name: 'separator', title: '分隔符', kind: 'text', default: '/' },
      optionsAt('props.options'),
      fetching,
      disabled,
    ],
    begins: {
      props: {
        options: [{ value: 1, label: words.option(1), children: [{ value: 2, label: words.option(2) }] }],
      },
    },
  },
  {
    kind: 'upload',
    title: '上传',
    palette: 'main',
    value: 'files',
    checks: 'array',
    asks: 'choose',
    settings: [
      {
        name: 'uploadType',
        title: '上传类型',
        kind: 'choice',
        default: 'file',
        choices: [
          { value: 'image', label: '图片' },
          { value: 'file', label: '文件' },
        ],
      },
      { name: 'accept', title: '允许的类型', kind: 'text' },
      makeCount('limit', '最多数量（0 为不限）', 0),
      { name: 'multiple', title: '可一次选多个', kind: 'switch', default: true },
      disabled,
    ],
  },
  {
    kind: 'transfer',
    title: '穿梭框',
    palette: 'main',
    value: 'choices',
    checks: 'array',
    asks: 'choose',
    options: 'props.data',
    settings: [
      { name: 'titles', title: '两侧标题', kind: 'texts' },
      { name: 'filterable', title: '可搜索', kind: 'switch', default: false },
      { name: 'filterPlaceholder', title: '搜索框的占位文字', kind: 'text' },
      optionsAt('props.data'),
      fetching,
      disabled,
    ],
    begins: { props: { data: transferItems() } },
  },
  {
    kind: 'tree',
    title: '树形控件',
    palette: 'main',
    value: 'choices',
    checks: 'array',
    asks: 'choose',
    options: 'props.data',
    settings: [
      { name: 'showCheckbox', title: '显示多选框', kind: 'switch', default: true },
      { name: 'nodeKey', title: '节点标识', kind: 'text', default: 'id' },
      { name: 'checkStrictly', title: '父子节点互不关联', kind: 'switch', default: false },
      { name: 'defaultExpandAll', title: '全部展开', kind: 'switch', default: false },
      makeCount('indent', '缩进', 16),
      optionsAt('props.data'),
      fetching,
      disabled,
    ],
    begins: {
      props: {
        showCheckbox: true,
        nodeKey: 'id',
        data: [{ id: 1, label: words.option(1), children: [{ id: 2, label: words.option(2) }] }],
      },
    },
  },
  {
    kind: 'editor',
    title: '富文本框',
    palette: 'main',
    aliases: ['wangEditor'],
    value: 'html',
    checks: 'string',
    asks: 'enter',
    settings: [placeholder, makeCount('height', '高度'), disabled],
  },
  {
    kind: 'userSelect',
    title: '人员选择',
    palette: 'main',
    value: 'person',
    asks: 'choose',
    many: ['multiple'],
    settings: [
      { name: 'multiple', title: '多选', kind: 'switch', default: false },
      makeCount('multipleLimit', '最多选择（0 为不限）', 0),
      placeholder,
      clearableAtFirst,
      disabled,
    ],
  },
]
