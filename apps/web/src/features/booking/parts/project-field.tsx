import { AutoComplete } from 'antd'
import type { SaidPurpose } from '@portal/contract/booking/row'
import type { FieldAria } from '../../../ui/form/field-aria.ts'

interface ProjectProps extends FieldAria {
  id?: string
  value?: string
  onChange?: (name: string) => void
  recent: readonly SaidPurpose[]
  /** Called before `onChange`, so that the fields filled from the name are part of the same change. */
  onName: (name: string) => void
}
/** The name of a project: one of the recent ones, or a new one. */
export function ProjectField({ id, value = '', onChange, recent, onName, ...aria }: ProjectProps) {
  const known = recent.flatMap(({ project, projectNumber }) => (project ? [{ project, projectNumber }] : []))
  // Before the user types, all recent projects are offered, even if the field has a value.
  const typing = value !== '' && !known.some((p) => p.project === value)
  const offered = typing ? known.filter((p) => p.project.includes(value)) : known
  const options = offered.map(({ project, projectNumber }) => ({
    value: project,
    label: projectNumber ? `${project}（${projectNumber}）` : project,
  }))
  return (
    <AutoComplete
      {...aria}
      id={id ?? ''}
      allowClear
      maxLength={200}
      showSearch={{ filterOption: false }}
      defaultActiveFirstOption={false}
      options={options.length ? [{ label: '最近的课题', options }] : []}
      value={value}
      onChange={(name?: string) => {
        onName(name ?? '')
        onChange?.(name ?? '')
      }}
    />
  )
}
