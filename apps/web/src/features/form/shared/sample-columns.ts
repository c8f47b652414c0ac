import type { FillableForm } from '@portal/contract/form/form'
import { listFormColumns } from '@portal/form-kit/form/columns'
import { parseForm } from '@portal/form-kit/form/parse'
import { readCell } from '@portal/form-kit/values/cell'
import { readValues } from '@portal/form-kit/values/read'
import type { SampleColumns } from './asked.rules.ts'
import { startValues } from './start.ts'

export function readSampleColumns(asked: FillableForm): SampleColumns {
  const { form } = parseForm(asked.text)
  if (!form) return { titles: [], read: () => ({ values: {}, faults: [] }), isBlank: () => true }
  const { columns } = listFormColumns(form)
  const start = startValues(form)
  const named = (field: string, message: string) => {
    const title = columns.find((c) => c.field === field)?.title
    return title && !message.includes(title) ? `${title}：${message}` : message
  }
  return {
    titles: columns.map((c) => c.title),
    read(cells) {
      const said = columns.flatMap(({ rule, field }, i) => {
        const value = readCell(rule, cells[i] ?? '')
        // An empty cell keeps the form's default.
        return value === null ? [] : [[field, value] as const]
      })
      const values = { ...start, ...Object.fromEntries(said) }
      const { faults } = readValues(form, values)
      return { values, faults: faults.map((f) => named(f.field, f.message)) }
    },
    isBlank: (values) => !values || JSON.stringify(values) === JSON.stringify(start),
  }
}
