import { Select } from 'antd'
import { workflowServices } from '@portal/contract/workflow/workflow'
import { Prop } from '../../../ui/form/prop.tsx'
import { ActorList } from './actor-list.tsx'
import type { Drawn } from './bpmn.ts'
import { readService, writeService, type ServiceDraft } from './settings.ts'
import { useFields, useStudio } from './studio.ts'
import { TypedText } from './typed-text.tsx'

interface Service {
  name: string
  about: string
  settings: Readonly<Record<string, string>>
}
const services: Readonly<Record<string, Service>> = workflowServices

/** The service that the portal performs at this step, with its settings. */
export function ServicePanel({ element }: { element: Drawn }) {
  const { drawing } = useStudio()
  const { service, settings, copies } = readService(element.businessObject)
  const put = (change: Partial<ServiceDraft>) =>
    drawing.change(element, writeService(drawing.make, element.businessObject, change))
  const chosen = services[service]
  const names = Object.entries(services).map(([value, { name }]) => ({ value, label: name }))
  const offered = service && !chosen ? [...names, { value: service, label: service }] : names
  return (
    <>
      <Prop label="自动步骤" hint={chosen?.about}>
        {(aria) => (
          <Select
            {...aria}
            value={service || null}
            placeholder="选择要做的事"
            options={offered}
            onChange={(next: string) => put({ service: next, settings: {} })}
          />
        )}
      </Prop>
      {Object.entries(chosen?.settings ?? {}).map(([name, label]) => (
        <Setting
          key={`${service} ${name}`}
          name={name}
          label={label}
          value={settings[name] ?? ''}
          onChange={(value) => put({ settings: { ...settings, [name]: value } })}
        />
      ))}
      <h3>抄送</h3>
      <ActorList noun="抄送人" actors={copies} onChange={(next) => put({ copies: next })} />
    </>
  )
}

/** Settings whose value may be a field of the form. */
const BY_FIELD: readonly string[] = ['device', 'from', 'dept', 'campus', 'school', 'company', 'bill', 'paper']

interface SettingProps {
  name: string
  label: string
  value: string
  onChange: (value: string) => void
}
function Setting({ name, label, value, onChange }: SettingProps) {
  const fields = useFields()
  const typed = { label, value, maxLength: 200, onChange }
  if (!BY_FIELD.includes(name)) return <TypedText {...typed} />
  const chosen = fields.find((f) => f.field === value)
  return (
    <>
      <TypedText {...typed} hint={chosen && `取自表单字段“${chosen.title}”`} />
      <Prop label="从表单字段取" inline>
        {(aria) => (
          <Select
            {...aria}
            value={chosen?.field ?? null}
            placeholder="选择字段"
            allowClear
            notFoundContent="请先在“流程”中绑定表单"
            options={fields.map(({ field, title }) => ({ value: field, label: title }))}
            onChange={(field: string | undefined) => onChange(field ?? '')}
          />
        )}
      </Prop>
    </>
  )
}
