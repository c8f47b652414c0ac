import type { AnswerRow } from '@portal/contract/form/form'
import { EMPTY, formatMinute } from '../../lib/format.ts'
import type { Column } from '../../ui/list/data-table.tsx'

/** The columns of a list of answers. `form` adds the form's name, `by` the person who answered. */
export const listAnswerColumns = ({ form, by }: { form: boolean; by: boolean }): Column<AnswerRow>[] => [
  ...(form
    ? [{ key: 'form', title: '表单', main: true as const, render: (a: AnswerRow) => a.form.name }]
    : []),
  ...(by ? [{ key: 'by', title: '填写人', main: true as const, render: (a: AnswerRow) => a.by.name }] : []),
  { key: 'summary', title: '内容', render: ({ summary }) => summary || EMPTY },
  { key: 'at', title: '填写时间', width: 160, render: ({ at }) => formatMinute(at) },
  { key: 'version', title: '表单版本', width: 90, render: ({ version }) => `第 ${version} 版` },
]
