import { Radio } from 'antd'
import { accesses, accessWords, type Access } from '@portal/process-kit/model/graph'
import { useFields } from './studio.ts'

interface Props {
  rights: Readonly<Record<string, Access>>
  onChange: (rights: Record<string, Access>) => void
}

/** The access to each form field at a step. Fields without a setting are read-only. */
export function FieldRights({ rights, onChange }: Props) {
  const fields = useFields()
  const known = fields.map(({ field, title }) => ({ field, title }))
  const gone = Object.keys(rights)
    .filter((field) => !fields.some((f) => f.field === field))
    .map((field) => ({ field, title: `${field}（表单中没有）` }))
  const all = [...known, ...gone]
  if (all.length === 0) return <p className="prop-hint">请先在“流程”中绑定表单。</p>
  const put = (field: string, access: Access) => {
    const { [field]: _old, ...rest } = rights
    onChange(access === 'read' ? rest : { ...rest, [field]: access })
  }
  return (
    <ul className="bd-rights">
      {all.map(({ field, title }) => (
        <li key={field}>
          <span id={`bd-right-${field}`}>{title}</span>
          <Radio.Group
            size="small"
            optionType="button"
            aria-labelledby={`bd-right-${field}`}
            value={rights[field] ?? 'read'}
            options={accesses.map((value) => ({ value, label: accessWords[value] }))}
            onChange={(e) => put(field, e.target.value as Access)} // one of the options
          />
        </li>
      ))}
    </ul>
  )
}
