import type { Filter } from '../../../ui/list/filters.tsx'
import { useBuildingOptions } from '../../building/shared/building-options.ts'
import { useGradeOptions, useTypeOptions } from '../edit.queries.ts'
import { useDeptOptions } from '../lab.queries.ts'

/** Filters of the back office's lists of labs. */
export const managedFilters: readonly Filter[] = [
  { kind: 'text', name: 'keyword', label: '实验室', placeholder: '名称、编号或拼音' },
  { kind: 'select', name: 'deptId', label: '单位', options: useDeptOptions },
  { kind: 'select', name: 'type', label: '类型', options: useTypeOptions },
  { kind: 'select', name: 'grade', label: '级别', options: useGradeOptions },
  { kind: 'select', name: 'buildingId', label: '楼宇', options: useBuildingOptions },
  {
    kind: 'select',
    name: 'enabled',
    label: '状态',
    options: [
      { value: 'true', label: '启用' },
      { value: 'false', label: '停用' },
    ],
  },
]
