import { Select } from 'antd'
import { workflowServices } from '@portal/contract/workflow/workflow'
import { Prop } from '../../../ui/form/prop.tsx'
import { ActorList } from './actor-list.tsx'
import type { Drawn } from './bpmn.ts'
import { readService, writeService, type ServiceDraft } from './settings.ts'
import { useStudio } from './studio.ts'
import { TypedText } from './typed-text.tsx'

interface Service {
  name: string
  about: string
  settings: Readonly<Record<string, string>>
}
const services: Readonly<Record<string, Service>> = workflowServices

/** What the portal does by itself at this step: one of what it offers, with its settings. */
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
        <TypedText
          key={name}
          label={label}
          value={settings[name] ?? ''}
          maxLength={200}
          onChange={(value) => put({ settings: { ...settings, [name]: value } })}
        />
      ))}
      <h3>抄送</h3>
      <ActorList noun="抄送人" actors={copies} onChange={(next) => put({ copies: next })} />
    </>
  )
}
